import { type Body, PackedFile } from '@tagma/serving/packed-file.ts'

/** The answer of a path: a page in two forms, or a file in one. */
export interface Resource {
  readonly html?: number
  readonly markdown?: number
  /** Index of a body, with its content type. */
  readonly file?: readonly [body: number, contentType: string]
  /** The content of this path never changes. */
  readonly isImmutable?: true
  /** The path of the page, if it is another. */
  readonly movedTo?: string
}

export interface SiteTable {
  readonly bodies: readonly Body[]
  readonly resources: Readonly<Record<string, Resource>>
  /** Hashes of the scripts inside the pages, for the Content-Security-Policy. */
  readonly scriptHashes: readonly string[]
  /** Path of the page for unknown paths. */
  readonly notFound: string
  /** False while the first build is on its way: it has made some pages, and other paths may exist later. */
  readonly isWhole: boolean
}

/** Stands for the site's address in built texts. */
export const originMark = 'http://origin.invalid'

/** The built site: one packed file. */
export class SiteFile extends PackedFile<SiteTable> {
  readonly resources: ReadonlyMap<string, Resource>

  constructor(path: string) {
    super(path)
    this.resources = new Map(Object.entries(this.table.resources))
  }
}
