import { uploadPathId } from '@tagma/markdown/address.ts'
import { sentPictures } from './sent-pictures.ts'

/** The most pictures that stay in memory. */
const most = 20

/**
 * Keeps an uploaded picture in memory under its address, so that messages show it before its thumbnail is there. Files that
 * this browser cannot show are not kept.
 */
export async function keepPicture(url: string, file: File): Promise<void> {
  const pathId = uploadPathId(url)
  const size = await sizeOf(file).catch(() => undefined)
  if (pathId === null || !size) return
  const address = URL.createObjectURL(file)
  const show = (image: HTMLImageElement) => {
    if (image.classList.contains('image-loading-placeholder')) {
      image.classList.remove('image-loading-placeholder')
      image.src = address
      return
    }
    // The thumbnail is on its way.
    image.style.background = `center / cover url("${address}")`
    image.addEventListener('load', () => (image.style.background = ''), { once: true })
  }
  const image = { ...size, animated: false, thumbnailUrl: null, transcoded: null }
  sentPictures.set(URL.parse(url, location.href)?.pathname ?? url, {
    media: { pathId, contentType: file.type, image },
    show,
    forget: () => URL.revokeObjectURL(address),
  })
  for (const [path, { forget }] of [...sentPictures].slice(0, -most)) {
    forget()
    sentPictures.delete(path)
  }
}

async function sizeOf(file: File): Promise<{ readonly width: number; readonly height: number }> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}
