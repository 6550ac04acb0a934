import { sentPictures } from '#outbox/sent-pictures.ts'
import { later } from '#parts/lazy.tsx'
import { t } from '#words/words.ts'
import { dimensions, pictureBox, stillAddress } from './picture-box.ts'
import type { Reader } from './reader.ts'

const broken = later(() => import('./broken-picture.ts'))

/** Gives pictures and videos their boxes before they load, so that nothing moves, and makes them open the viewer. */
export function preparePictures(content: DocumentFragment, reader: Reader): void {
  for (const image of content.querySelectorAll('img:not(.emoji)'))
    preparePicture(image as HTMLImageElement, reader)
  for (const video of content.querySelectorAll('video')) prepareVideo(video)
  joinNeighbours(content)
}

function preparePicture(image: HTMLImageElement, { mediaSize, animate }: Reader): void {
  const link = image.closest('a')
  const isVideoLink = link?.parentElement?.classList.contains('youtube-video') === true
  const original = dimensions(image.dataset['originalDimensions'])
  const box = pictureBox(original ?? { width: 320, height: 180 }, mediaSize)
  image.width = box.width
  image.height = box.height
  image.style.aspectRatio = `${box.width} / ${box.height}`
  image.loading = 'lazy'
  image.decoding = 'async'
  image.draggable = false
  image.alt = image.alt || nameOf(link) || t('message.picture')
  if (original === undefined) image.classList.add('picture-unsized')
  image.addEventListener('error', () => {
    broken.get().then(
      ({ showBroken }) => showBroken(image),
      () => undefined,
    )
  })
  if (image.dataset['animated'] === 'true' && animate !== 'always') {
    image.dataset['moving'] = image.src
    image.src = stillAddress(image.getAttribute('src') ?? '')
    if (animate === 'on_hover') image.dataset['hover'] = 'move'
  }
  sentPictures.get(link?.pathname ?? image.dataset['originalSrc'] ?? '')?.show(image)
  // A picture of a video on another site opens there, as links do.
  if (isVideoLink) return
  const opener = link ?? document.createElement('a')
  if (!link) {
    opener.href = image.dataset['originalSrc'] ?? image.src
    opener.target = '_blank'
    opener.rel = 'noopener noreferrer'
    image.replaceWith(opener)
    opener.append(image)
  }
  opener.classList.add('media')
  opener.dataset['act'] = 'media'
}

function prepareVideo(video: HTMLVideoElement): void {
  const link = video.closest('a')
  video.preload = 'metadata'
  video.muted = true
  video.tabIndex = -1
  video.setAttribute('aria-hidden', 'true')
  if (!link) return
  link.classList.add('media', 'media-video')
  link.dataset['act'] = 'media'
  link.setAttribute('aria-label', t('message.video', { name: nameOf(link) || t('message.unnamed-file') }))
}

function nameOf(link: HTMLAnchorElement | null): string {
  if (!link) return ''
  const last = link.pathname.split('/').at(-1) ?? ''
  try {
    return link.title || decodeURIComponent(last)
  } catch {
    return last
  }
}

/** Puts pictures that follow each other into one row. */
function joinNeighbours(content: DocumentFragment): void {
  for (const first of content.querySelectorAll('.message_inline_image')) {
    if (
      first.previousElementSibling?.classList.contains('pictures') ||
      first.parentElement?.classList.contains('pictures')
    )
      continue
    const row = document.createElement('div')
    row.className = 'pictures'
    first.before(row)
    for (let next: Element | null = first; next?.classList.contains('message_inline_image');) {
      row.append(next)
      next = row.nextElementSibling
    }
  }
}
