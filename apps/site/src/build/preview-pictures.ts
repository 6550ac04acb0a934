import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { Lettering } from './lettering.ts'
import { tiles } from './mark.ts'

/** The words on the preview picture of a page. */
export interface Preview {
  readonly title: string
  /** A few words above the title that name the section of the page. */
  readonly above: string
  /** True for the hundreds of similar pages: their picture is drawn smaller. */
  readonly isSmall: boolean
}

const [width, height, margin] = [1200, 630, 80]
const smallScale = 2 / 3

/** Draws the pictures that other sites show for links to a page. Equal words share one picture. */
export class PreviewPictures {
  readonly #bold = new Lettering(700)
  readonly #medium = new Lettering(500)
  readonly #wanted = new Map<string, Preview>()
  /** Changes with the design. Pictures are cached for ever, so a new design needs new addresses. */
  readonly #design = this.#svg({ title: 'Tagma', above: 'Tagma', isSmall: false })

  /** Returns the address of the picture, which `draw` will draw. */
  pathOf(preview: Preview): string {
    const hash = createHash('sha256')
      .update(`${this.#design}\n${JSON.stringify(preview)}`)
      .digest('hex')
    const path = `/assets/preview-${hash.slice(0, 12)}.png`
    this.#wanted.set(path, preview)
    return path
  }

  /** Draws the pictures one by one, because each takes megabytes while it is drawn. */
  async *draw(): AsyncGenerator<readonly [path: string, bytes: Uint8Array]> {
    sharp.cache(false)
    sharp.concurrency(1)
    for (const [path, preview] of this.#wanted) {
      const picture = sharp(Buffer.from(this.#svg(preview))).removeAlpha()
      yield [path, await picture.png({ compressionLevel: 6 }).toBuffer()]
    }
  }

  #svg({ title, above, isSmall }: Preview): string {
    const scale = isSmall ? smallScale : 1
    const room = width - 2 * margin
    const size = [84, 68, 54].find((candidate) => this.#bold.lines(title, candidate, room).length <= 3) ?? 44
    const lines = this.#bold.lines(title, size, room)
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#faf7f2"/><rect width="${width}" height="12" fill="#a83a12"/>
<g fill="#a83a12">${this.#medium.set(above, margin, 130, 34)}</g>
<g fill="#1f1b18">${lines.map((line, index) => this.#bold.set(line, margin - 4, 150 + size * (0.95 + index * 1.12), size)).join('')}${this.#bold.set('Tagma', margin + 76, 562, 44)}</g>
<g transform="translate(${margin - 4} 512) scale(2)">${tiles('#1f1b18', '#c2481c')}</g></svg>`
  }
}
