import { loadStyles } from '#parts/load-styles.ts'

/**
 * Shows the name and the size of a picture in its box, because its file is gone or there is no network. When the network
 * comes back, the picture is loaded again.
 */
export function showBroken(image: HTMLImageElement): void {
  loadStyles('later-styles').catch(() => undefined)
  const box = document.createElement('span')
  box.className = 'picture-broken'
  // The box has its size before its styles are loaded, so that nothing moves.
  box.style.display = 'grid'
  // The attribute: `image.width` is the width of the text that browsers show in place of a broken picture.
  box.style.inlineSize = `${image.getAttribute('width')}px`
  box.style.aspectRatio = image.style.aspectRatio
  const name = document.createElement('span')
  name.dir = 'auto'
  name.textContent = image.alt
  box.append(name)
  const size = image.dataset['originalDimensions']?.replace('x', ' × ')
  if (size !== undefined) {
    const line = document.createElement('span')
    line.textContent = size
    box.append(' ', line)
  }
  image.hidden = true
  image.after(box)
  const tryAgain = () => {
    box.remove()
    image.hidden = false
    image.src = image.getAttribute('src') ?? ''
  }
  addEventListener('online', tryAgain, { once: true })
}
