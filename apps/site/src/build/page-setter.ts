import { toHtml } from 'hast-util-to-html'
import { longestPage } from '../reference/words.ts'
import type { CodeHighlighter } from './highlight.ts'
import { linkResolver, markdownPath, pageMark, type WrittenLink } from './links.ts'
import type { Page, Version } from './page.ts'
import type { Picture } from './pictures.ts'
import { type SetPage, setMarkdown } from './set-markdown.ts'

/** Stands for the path above the pages of a version. */
const baseMark = '/base.invalid'

/** A text as HTML and Markdown, independent of its version. */
interface SetText extends Omit<SetPage, 'content'> {
  readonly html: string
  readonly links: readonly WrittenLink[]
  readonly problems: readonly string[]
}

/** A link inside the website. It is checked when all pages are ready. */
interface InnerLink {
  readonly from: string
  readonly path: string
  readonly anchor: string | undefined
}

/** Turns the texts of pages into HTML, each once for all versions that have it, and collects their mistakes. */
export class PageSetter {
  readonly problems: string[] = []
  readonly #highlighter: CodeHighlighter
  readonly #pictures: ReadonlyMap<string, Picture>
  readonly #texts = new Map<string, SetText>()
  readonly #links: InnerLink[] = []
  readonly #anchors = new Map<string, ReadonlySet<string>>()

  constructor(highlighter: CodeHighlighter, pictures: ReadonlyMap<string, Picture>) {
    this.#highlighter = highlighter
    this.#pictures = pictures
  }

  /** Prepares a page of the documentation. */
  setInVersion(path: string, page: Pick<Page, 'body' | 'description'>, version: Version): SetPage {
    const text = this.#texts.get(page.body) ?? this.#setText(page.body, baseMark).text
    // The version under development comes last: no other version needs its texts.
    if (version.kind === 'development') this.#texts.delete(page.body)
    else this.#texts.set(page.body, text)
    const placed = (value: string) =>
      value.replaceAll(baseMark, version.base).replaceAll(pageMark, markdownPath(path))
    this.#note(path, text, placed)
    // A release never changes, even if the rules for writing become stricter.
    if (version.kind === 'development') this.#checkWriting(path, page, text)
    const { html, headings, passages, markdown } = text
    return { content: [{ type: 'raw', value: placed(html) }], headings, passages, markdown: placed(markdown) }
  }

  /** Prepares a page outside of the documentation. */
  setSitePage(path: string, page: Pick<Page, 'body' | 'description'>): SetPage {
    const { content, text } = this.#setText(page.body, '/tag')
    this.#note(path, text, (value) => value)
    this.#checkWriting(path, page, text)
    return { ...text, content, markdown: text.markdown.replaceAll(pageMark, markdownPath(path)) }
  }

  /** Finds broken links. Call it when all pages are ready. */
  checkLinks(isThere: (path: string) => boolean): void {
    for (const { from, path, anchor } of this.#links) {
      if (!isThere(path)) this.problems.push(`${from}: the link to ${path} leads nowhere`)
      else if (anchor !== undefined && this.#anchors.get(path)?.has(anchor) === false)
        this.problems.push(`${from}: ${path} has no heading #${anchor}`)
    }
  }

  #setText(body: string, base: string): { content: SetPage['content']; text: SetText } {
    const links: WrittenLink[] = []
    const problems: string[] = []
    const { content, ...set } = setMarkdown(body, {
      highlighter: this.#highlighter,
      pictures: this.#pictures,
      resolve: linkResolver(base, (link) => links.push(link)),
      complain: (problem) => problems.push(problem),
    })
    const html = toHtml({ type: 'root', children: [...content] })
    return { content, text: { ...set, html, links, problems } }
  }

  #note(path: string, { headings, links, problems }: SetText, placed: (value: string) => string): void {
    const complain = (problem: string) => this.problems.push(`${path}: ${problem}`)
    for (const problem of problems) complain(problem)
    for (const { target, anchor } of links) {
      this.#links.push({ from: path, path: target === '' ? path : placed(target), anchor })
    }
    this.#anchors.set(path, new Set(headings.map(({ id }) => id)))
  }

  #checkWriting(path: string, { description }: Pick<Page, 'description'>, { markdown }: SetText): void {
    if (description.length < 40)
      this.problems.push(`${path}: the description should be a sentence of 40 characters or more`)
    // Counts the served form, whose links are longer than the written ones.
    if (markdown.length > longestPage)
      this.problems.push(`${path}: the page has ${markdown.length} characters; ${longestPage} is the limit`)
  }
}
