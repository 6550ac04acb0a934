import { loadStyles } from '#parts/load-styles.ts'

/**
 * Has the name and the size of a picture stand in its box, as it cannot be shown: its file is gone, or there is no network.
 * When the network comes back, it is asked for again.
 */
export function showBroken(image: HTMLImageElement): void {
  loadStyles('later-styles').catch(() => undefined)
  const box = document.createElement('span')
  box.className = 'picture-broken'
  // Before the styles are there, too: nothing may move.
  box.style.display = 'grid'
  // Its own width is that of the text that browsers show in place of a broken picture.
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
