import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { SitePage, Version } from './page.ts'

export interface PreviewPictures {
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The address of the picture that stands for a page elsewhere. */
  of(path: string): string
}

const generated = new Set(['Endpoints', 'Events', 'Error codes'])

/**
 * Pictures that stand for pages in previews elsewhere, 1200 by 630: one for each page that is written, one for each kind
 * of page that is made, and one for everything else.
 */
export async function previewPictures(
  latest: Version,
  sitePages: readonly SitePage[],
): Promise<PreviewPictures> {
  const texts = new Map<string, readonly [title: string, above: string]>([
    ['', ['Team chat in good order', 'tagma']],
  ])
  for (const { path, title } of sitePages) texts.set(path, [title, 'Tagma'])
  for (const { slug, title, section } of latest.pages) {
    if (generated.has(section)) texts.set(section, [section, `Tagma ${latest.slug}: reference`])
    else texts.set(`${latest.base}/${slug}`, [title, `Tagma ${latest.slug}: ${section}`])
  }
  const sectionOf = new Map(latest.pages.map(({ slug, section }) => [`${latest.base}/${slug}`, section]))
  const files = new Map<string, Uint8Array>()
  const paths = new Map<string, string>()
  await Promise.all(
    [...texts].map(async ([key, [title, above]]) => {
      const bytes = await draw(title, above)
      const path = `/assets/preview-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.png`
      files.set(path, bytes)
      paths.set(key, path)
    }),
  )
  return {
    files,
    of: (path) => paths.get(path) ?? paths.get(sectionOf.get(path) ?? '') ?? paths.get('') ?? '',
  }
}

const background = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
<rect width="1200" height="630" fill="#faf7f2"/><rect width="1200" height="14" fill="#a83a12"/>
<g transform="translate(930 330) scale(7)"><g fill="#1f1b18"><rect x="2" y="3" width="8" height="8" rx="2"/><rect x="12" y="3" width="8" height="8" rx="2"/><rect x="22" y="3" width="8" height="8" rx="2"/><rect x="12" y="13" width="8" height="8" rx="2"/></g><path fill="#c2481c" d="M14 23h4a2 2 0 0 1 2 2v6l-3.2-2H14a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z"/></g>
</svg>`)

async function draw(title: string, above: string): Promise<Buffer> {
  const text = (content: string, font: string, color: string, width: number) => ({
    text: {
      text: `<span foreground="${color}">${content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`,
      font,
      width,
      rgba: true,
      dpi: 72,
    },
  })
  return sharp(background)
    .composite([
      { input: text(above, 'sans-serif 34', '#a83a12', 1000), left: 80, top: 96 },
      { input: text(title, 'sans-serif bold 84', '#1f1b18', 960), left: 80, top: 160 },
    ])
    .png({ palette: true, colours: 32, effort: 1 })
    .toBuffer()
}
