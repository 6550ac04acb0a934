import { basename } from 'node:path'
import { parse, stringify } from 'yaml'
import { ContentError, type Page } from './page.ts'

export interface Written {
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Splits a file into its front matter and its Markdown. */
export function readFrontMatter(path: string, text: string): Written {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n'))
  if (!match) throw new ContentError(`${path}: the file should begin with front matter between lines of ---`)
  const fields: unknown = parse(match[1] ?? '')
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new ContentError(`${path}: the front matter should be a list of fields`)
  return { fields: fields as Record<string, unknown>, body: (match[2] ?? '').trim() }
}

const days = /^\d{4}-\d{2}-\d{2}$/

/** Reads a documentation page from its file. `lastmod` applies unless the front matter names a day. */
export function readPage(path: string, text: string, lastmod: string): Page {
  const { fields, body } = readFrontMatter(path, text)
  const string = (name: string, fallback?: string): string => {
    const value = fields[name] ?? fallback
    if (typeof value !== 'string' || value.trim() === '')
      throw new ContentError(`${path}: the front matter lacks "${name}"`)
    return value
  }
  const day = string('lastmod', lastmod)
  if (!days.test(day)) throw new ContentError(`${path}: lastmod is "${day}"; it should be a day, YYYY-MM-DD`)
  return {
    slug: basename(path, '.md'),
    title: string('title'),
    description: string('description'),
    section: string('section', 'Get started'),
    group: fields.group === undefined ? undefined : string('group'),
    label: fields.label === undefined ? undefined : string('label'),
    order: typeof fields.order === 'number' ? fields.order : 0,
    lastmod: day,
    body,
  }
}

/** Writes the file of a page, in the form that `readPage` reads. */
export function writePage({ slug: _slug, body, ...fields }: Page): string {
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${body}\n`
}
