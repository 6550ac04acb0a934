import { Bodies } from '@tagma/serving/packed-file.ts'
import type { Resource, SiteTable } from '../serving/site-file.ts'
import { markdownPath } from './links.ts'

export interface BuiltSite {
  readonly table: SiteTable
  readonly bodies: readonly Uint8Array[]
}

/** Collects the files and redirections of the site. */
export class Output {
  readonly #resources: Record<string, Resource> = {}
  readonly #bodies = new Bodies()

  has(path: string): boolean {
    return path in this.#resources
  }

  page(path: string, html: string, markdown: string): void {
    const resource = { html: this.#bodies.add(html), markdown: this.#bodies.add(markdown) }
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
      file: [this.#bodies.add(content), contentType],
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

  finish(notFound: string, scriptHashes: readonly string[]): BuiltSite {
    return {
      table: { bodies: this.#bodies.places, resources: this.#resources, scriptHashes, notFound },
      bodies: this.#bodies.bytes,
    }
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
