const background = /^background-image:\s*url\("([^"]+)"\)$/

/**
 * Makes the previews of pages ready: their pictures become elements, since the page's policy takes no style out of HTML,
 * and each names the server that it leads to.
 */
export function prepareEmbeds(content: DocumentFragment): void {
  for (const embed of content.querySelectorAll<HTMLElement>('.message_embed')) {
    const picture = embed.querySelector<HTMLAnchorElement>('.message_embed_image')
    const address = background.exec(picture?.getAttribute('style') ?? '')?.[1]
    picture?.removeAttribute('style')
    if (!picture || address === undefined) {
      picture?.remove()
      continue
    }
    const image = document.createElement('img')
    image.loading = 'lazy'
    image.decoding = 'async'
    image.draggable = false
    image.alt = ''
    image.src = address
    image.addEventListener('error', () => picture.remove())
    picture.append(image)
    // The title leads to the same place.
    picture.tabIndex = -1
    picture.setAttribute('aria-hidden', 'true')
    const host = document.createElement('div')
    host.className = 'embed-host'
    host.textContent = picture.hostname
    embed.querySelector('.data-container')?.append(host)
    for (const text of embed.querySelectorAll('.message_embed_title, .message_embed_description'))
      text.setAttribute('dir', 'auto')
  }
}
