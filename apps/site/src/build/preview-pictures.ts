import type { SitePage, Version } from './page.ts'

export interface PreviewPictures {
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The address of the picture that stands for a page elsewhere. */
  of(path: string): string
}

export async function previewPictures(
  _latest: Version,
  _pages: readonly SitePage[],
): Promise<PreviewPictures> {
  return { files: new Map([['/assets/og.png', new Uint8Array(300)]]), of: () => '/assets/og.png' }
}
