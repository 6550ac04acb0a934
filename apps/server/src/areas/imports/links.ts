import { changeOutsideCode } from '@tagma/markdown/outside-code.ts'
import { pathIdsIn } from '@tagma/markdown/scan.ts'
import type { MappedIds } from './mapped-ids.ts'
import type { ImportPlan } from './plan-import.ts'

/** An upload or a place in the organization, with the server's address before it or without. */
const address =
  /(?<![\w/.#-])(?:(https?:\/\/[^\s/()<>[\]"]+)\/|(\/?))(user_uploads\/[^\s<>?#"\]]+|#narrow\/[^\s<>)"\]]+)/g
const mention = /(@_?\*\*[^*|\n]*\|)(\d{1,15})(?=\*\*)/g
const messageLink = /(#\*\*[^*\n]+@)(\d{1,15})(?=\*\*)/g

/** Makes links in texts lead to what the import makes of their targets. Links in code stay. */
export class Links {
  readonly #plan: Pick<ImportPlan, 'uploads' | 'messages'>
  readonly #ids: MappedIds
  readonly #organizationId: number
  readonly #oldUrls: ReadonlySet<string>
  readonly #newUrl: string

  constructor(
    plan: Pick<ImportPlan, 'uploads' | 'messages'>,
    ids: MappedIds,
    to: { readonly organizationId: number; readonly oldUrls: readonly string[]; readonly newUrl: string },
  ) {
    this.#plan = plan
    this.#ids = ids
    this.#organizationId = to.organizationId
    this.#oldUrls = new Set(to.oldUrls)
    this.#newUrl = to.newUrl
  }

  rewrite(text: string): string {
    if (!/user_uploads\/|#narrow\/|\|\d+\*\*|@\d+\*\*/.test(text)) return text
    return changeOutsideCode(text, (part) =>
      part
        .replaceAll(address, (whole, origin: string | undefined, slash: string, path: string) => {
          if (origin !== undefined && !this.#oldUrls.has(origin.toLowerCase())) return whole
          const root = origin === undefined ? slash : `${this.#newUrl}/`
          return root + (path.startsWith('#') ? this.#place(path) : this.#upload(path))
        })
        .replaceAll(mention, (whole, before: string, id: string) =>
          joined(whole, before, this.#ids.users.get(Number(id))),
        )
        .replaceAll(messageLink, (whole, before: string, id: string) =>
          joined(whole, before, this.#plan.messages.of(Number(id))),
        ),
    )
  }

  #upload(link: string): string {
    const [, before = '', rest = ''] = /^(user_uploads\/(?:thumbnail\/|download\/)?)(.*)$/.exec(link) ?? []
    // The longest first: punctuation at the end may belong to the name.
    for (const written of pathIdsIn(rest)) {
      const path = this.#pathOf(written)
      if (path !== undefined) return before + path + rest.slice(written.length)
    }
    return link
  }

  /** Addresses have letters of names as they are, or escaped. */
  #pathOf(written: string): string | undefined {
    const path = this.#plan.uploads.of(written, this.#organizationId)
    if (path !== undefined || !written.includes('%')) return path
    try {
      return this.#plan.uploads.of(decodeURIComponent(written), this.#organizationId)
    } catch {
      return undefined
    }
  }

  #place(fragment: string): string {
    const parts = fragment.split('/')
    for (let index = 1; index + 1 < parts.length; index += 2) {
      const operator = (parts[index] ?? '').replace(/^-/, '')
      parts[index + 1] = this.#operand(operator, parts[index + 1] ?? '')
    }
    return parts.join('/')
  }

  #operand(operator: string, written: string): string {
    const [, before = '', digits = '', rest = ''] = /^(user)?(\d[\d,]*)(.*)$/.exec(written) ?? []
    const mapped = (idOf: (id: number) => number | undefined) => {
      const ids = digits.split(',').map((id) => idOf(Number(id)))
      return digits === '' || ids.includes(undefined) ? written : before + ids.join(',') + rest
    }
    switch (operator) {
      case 'near':
      case 'with':
      case 'id':
        return mapped((id) => this.#plan.messages.of(id))
      case 'channel':
      case 'stream':
        return mapped((id) => this.#ids.channels.get(id))
      case 'dm':
      case 'pm-with':
      case 'group-pm-with':
      case 'dm-including':
      case 'sender':
      case 'from':
        return mapped((id) => this.#ids.users.get(id))
      default:
        return written
    }
  }
}

const joined = (whole: string, before: string, id: number | undefined) =>
  id === undefined ? whole : `${before}${id}`
