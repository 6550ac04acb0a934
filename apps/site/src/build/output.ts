import type { PackedFileWriter } from '@tagma/serving/packed-file.ts'
import type { Resource, SiteTable } from '../serving/site-file.ts'
import { markdownPath } from './links.ts'

/** The parts of the table that belong to the whole site. */
type SiteFacts = Pick<SiteTable, 'notFound' | 'scriptHashes'>

/** Collects the files and redirections of the site. Bodies are written at once. */
export class Output {
  readonly #resources: Record<string, Resource> = {}
  readonly #writer: PackedFileWriter

  constructor(writer: PackedFileWriter) {
    this.#writer = writer
  }

  has(path: string): boolean {
    return path in this.#resources
  }

  page(path: string, html: string, markdown: string): void {
    const resource = { html: this.#writer.add(html), markdown: this.#writer.add(markdown) }
    this.#resources[path] = resource
    this.#resources[markdownPath(path)] = { markdown: resource.markdown }
  }

  file(
    path: string,
    content: string | Uint8Array,
    contentType = contentTypeOf(path),
    isImmutable = false,
  ): void {
    this.#resources[path] = {
      file: [this.#writer.add(content), contentType],
      ...(isImmutable ? { isImmutable } : {}),
    }
  }

  text(path: string, content: string): void {
    this.file(path, content, 'text/plain; charset=utf-8')
  }

  alias(path: string, resource: Resource): void {
    this.#resources[path] = resource
  }

  /** Serves the same page at another address too. */
  alsoAt(path: string, other: string): void {
    for (const name of [(text: string) => text, markdownPath]) {
      const resource = this.#resources[name(path)]
      if (resource) this.#resources[name(other)] = resource
    }
  }

  /** Lets the server show what is made so far, if it has no site yet. */
  publishPart(facts: SiteFacts): void {
    this.#writer.publishPart(this.#table(facts, false))
  }

  publish(facts: SiteFacts): SiteTable {
    const table = this.#table(facts, true)
    this.#writer.publish(table)
    return table
  }

  #table(facts: SiteFacts, isWhole: boolean): SiteTable {
    return { bodies: this.#writer.bodies, resources: this.#resources, ...facts, isWhole }
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

const contentTypeOf = (path: string): string =>
  contentTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
