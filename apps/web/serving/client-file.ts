import { type Body, PackedFile } from '@tagma/serving/packed-file.ts'

/** Codings in which files are kept beside their plain form, the smallest first. */
export const keptCodings = ['br', 'gzip'] as const

/** A file of the client. Its bodies are numbers of the table's list. */
export interface ClientResource {
  readonly type: string
  /** True for a name with a hash in it: its content never changes. */
  readonly isImmutable: boolean
  readonly identity: number
  readonly br?: number
  readonly gzip?: number
}

export interface ClientTable {
  readonly bodies: readonly Body[]
  /** By path; `/` is the page. */
  readonly resources: Readonly<Record<string, ClientResource>>
}

/** The built client: one packed file. */
export class ClientFile extends PackedFile<ClientTable> {
  readonly resources: ReadonlyMap<string, ClientResource>

  constructor(path: string) {
    super(path)
    this.resources = new Map(Object.entries(this.table.resources))
  }
}
