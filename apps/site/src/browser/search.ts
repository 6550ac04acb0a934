import { type AnyOrama, create, load, type RawData, search } from '@orama/orama'

interface Found {
  readonly type: 'page' | 'heading' | 'text'
  readonly content: string
  readonly page_id: string
  readonly url: string
}

const boxes = new Map<string, SearchBox>()

/** Opens the search box over the page. Loads the index once. */
export async function openSearch(indexUrl: string): Promise<void> {
  let box = boxes.get(indexUrl)
  if (!box) boxes.set(indexUrl, (box = new SearchBox(indexUrl)))
  box.open()
}

async function loadIndex(url: string): Promise<AnyOrama> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The search index answered ${response.status}`)
  const db: AnyOrama = create({ schema: { _: 'string' } })
  load(db, (await response.json()) as RawData)
  return db
}

class SearchBox {
  readonly #dialog = document.createElement('dialog')
  readonly #input = document.createElement('input')
  readonly #list = document.createElement('div')
  readonly #status = document.createElement('p')
  #index: Promise<AnyOrama>
  #titles: Map<string, string> | undefined
  #active = -1
  #asked = ''

  constructor(indexUrl: string) {
    this.#index = loadIndex(indexUrl)
    this.#dialog.className = 'search'
    this.#dialog.ariaLabel = 'Search the documentation'
    Object.assign(this.#input, {
      type: 'search',
      placeholder: 'Search the documentation',
      autocomplete: 'off',
      spellcheck: false,
    })
    this.#input.ariaLabel = 'Search the documentation'
    this.#input.setAttribute('role', 'combobox')
    this.#input.setAttribute('aria-controls', 'search-results')
    this.#input.ariaExpanded = 'false'
    this.#input.ariaAutoComplete = 'list'
    this.#list.id = 'search-results'
    this.#list.setAttribute('role', 'listbox')
    this.#list.ariaLabel = 'Pages found'
    this.#status.setAttribute('role', 'status')
    const close = document.createElement('button')
    close.type = 'button'
    close.textContent = 'Close'
    close.addEventListener('click', () => this.#dialog.close())
    const bar = document.createElement('div')
    bar.append(this.#input, close)
    this.#dialog.append(bar, this.#status, this.#list)
    document.body.append(this.#dialog)

    this.#input.addEventListener('input', () => void this.#search())
    this.#input.addEventListener('keydown', (event) => this.#onKey(event))
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#dialog.close()
    })
    this.#index.then(
      () => void this.#search(),
      () => (this.#status.textContent = 'The search index could not be loaded. Close this and try again.'),
    )
    this.#dialog.addEventListener('close', () => {
      this.#index.catch(() => (this.#index = loadIndex(indexUrl)))
    })
  }

  open(): void {
    if (this.#dialog.open) return
    this.#dialog.showModal()
    this.#input.select()
  }

  async #search(): Promise<void> {
    const term = this.#input.value.trim()
    this.#asked = term
    if (term === '') return this.#show([], '')
    const db = await this.#index
    this.#titles ??= titlesOf(db)
    // Looks for exact words first, then for words with one wrong letter, then with two.
    for (const tolerance of term.length < 4 ? [0] : [0, 1, 2]) {
      const { hits } = await search(db, {
        term: sought(term),
        tolerance,
        properties: ['content'],
        limit: 60,
        threshold: tolerance === 0 ? 0 : 0.5,
      })
      if (this.#asked !== term) return
      if (hits.length === 0) continue
      return this.#show(
        rank(
          hits.map((hit) => ({ score: hit.score, found: hit.document as unknown as Found })),
          term,
        ),
        term,
      )
    }
    this.#show([], term)
  }

  #show(found: readonly Found[], term: string): void {
    this.#active = found.length > 0 ? 0 : -1
    this.#status.textContent =
      found.length > 0 ? `${found.length} found` : term === '' ? '' : `Nothing was found for “${term}”.`
    this.#list.replaceChildren(
      ...found.map((entry, index) => {
        const item = document.createElement('a')
        item.id = `search-${index}`
        item.setAttribute('role', 'option')
        item.href = entry.url
        item.tabIndex = -1
        const title = document.createElement('strong')
        title.textContent = this.#titles?.get(entry.page_id) ?? entry.content
        item.append(title)
        if (entry.type !== 'page') {
          const text = document.createElement('span')
          text.append(...marked(entry.content, term))
          item.append(text)
        }
        return item
      }),
    )
    this.#input.ariaExpanded = String(found.length > 0)
    this.#markActive()
  }

  #markActive(): void {
    for (const [index, item] of [...this.#list.children].entries()) {
      item.ariaSelected = String(index === this.#active)
      if (index === this.#active) item.scrollIntoView({ block: 'nearest' })
    }
    this.#input.setAttribute('aria-activedescendant', this.#active < 0 ? '' : `search-${this.#active}`)
  }

  #onKey(event: KeyboardEvent): void {
    const count = this.#list.children.length
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      this.#active = (this.#active + step + count) % count
      this.#markActive()
    } else if (event.key === 'Escape') {
      // Keeps a search field from clearing its text first.
      event.preventDefault()
      this.#dialog.close()
    } else if (event.key === 'Enter') this.#list.querySelectorAll('a')[this.#active]?.click()
  }
}

function titlesOf(db: AnyOrama): Map<string, string> {
  const titles = new Map<string, string>()
  const { docs }: { docs: Record<string, unknown> } = db.data.docs
  for (const { type, page_id: page, content } of Object.values(docs) as Found[])
    if (type === 'page') titles.set(page, content)
  return titles
}

const small = new Set(
  'a an and are as at be by for from in is it its of on or that the this to with'.split(' '),
)

/** The words that tell pages apart: as the beginning of others, the small ones are in every page. */
function sought(term: string): string {
  const words = term.split(/\s+/).filter((word) => !small.has(word.toLowerCase()))
  return words.length === 0 ? term : words.join(' ')
}

/** Returns the best hits: titles before headings before text, at most three from one page. */
function rank(hits: readonly { score: number; found: Found }[], term: string): Found[] {
  const weight = { page: 3, heading: 1.6, text: 1 }
  const wanted = term.toLowerCase()
  const scored = hits
    .map(({ score, found }) => ({
      found,
      score: score * weight[found.type] * (found.content.toLowerCase().includes(wanted) ? 2 : 1),
    }))
    .toSorted((a, b) => b.score - a.score)
  const perPage = new Map<string, number>()
  return scored
    .filter(({ found: { page_id: page } }) => {
      const count = (perPage.get(page) ?? 0) + 1
      perPage.set(page, count)
      return count <= 3
    })
    .slice(0, 20)
    .map(({ found }) => found)
}

/** The characters that mean something in an expression: with the flag `u`, no others may be escaped. */
const syntax = /[\\^$.*+?()[\]{}|/]/g

/** Returns the text around the first match, with all matches marked. */
function marked(text: string, term: string): (string | HTMLElement)[] {
  const words = term
    .split(/[\s,;:!?"“”()]+/)
    .filter((word) => word.length > 1)
    .map((word) => word.replaceAll(syntax, String.raw`\$&`))
  if (words.length === 0) return [text.slice(0, 140)]
  const pattern = new RegExp(`(${words.join('|')})`, 'iu')
  const at = Math.max(0, text.search(pattern) - 50)
  const part = `${at > 0 ? '…' : ''}${text.slice(at, at + 140)}${text.length > at + 140 ? '…' : ''}`
  return part.split(new RegExp(pattern.source, 'giu')).map((piece) => {
    if (!pattern.test(piece)) return piece
    const mark = document.createElement('mark')
    mark.textContent = piece
    return mark
  })
}
