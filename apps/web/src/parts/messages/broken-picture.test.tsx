import { expect, test } from 'vitest'
import { showBroken } from './broken-picture.ts'

function picture(dimensions?: string): HTMLImageElement {
  const link = document.createElement('a')
  const image = document.createElement('img')
  image.alt = 'grey 5'
  image.width = 200
  image.style.aspectRatio = '200 / 100'
  image.setAttribute('src', '/gone.png')
  if (dimensions !== undefined) image.dataset['originalDimensions'] = dimensions
  link.append(image)
  document.body.replaceChildren(link)
  return image
}

test('a broken picture is its name and size, in the same box', () => {
  const image = picture('1920x1080')
  showBroken(image)
  const box = document.querySelector<HTMLElement>('.picture-broken')!
  expect(box.textContent).toBe('grey 5 1920 × 1080')
  expect([box.style.inlineSize, box.style.aspectRatio]).toEqual(['200px', '200 / 100'])
  expect(image.hidden).toBe(true)
})

test('of a picture without dimensions only the name is known', () => {
  showBroken(picture())
  expect(document.querySelector('.picture-broken')?.textContent).toBe('grey 5')
})

test('when the network is back the picture is asked for again', () => {
  const image = picture('10x10')
  showBroken(image)
  dispatchEvent(new Event('online'))
  expect(document.querySelector('.picture-broken')).toBe(null)
  expect(image.hidden).toBe(false)
})
