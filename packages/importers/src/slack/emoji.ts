import { emojiCharacters, shortcodeCode } from '../emoji/shortcodes.ts'
import type { Files } from '../files.ts'
import { ImportProblem } from '../import-problem.ts'
import type { Losses } from '../losses.ts'
import type { EmojiRecord } from '../record.ts'
import { isRow, rowIn } from '../rows.ts'

/** The list of custom emoji, as Slack's method `emoji.list` answers. It is in no export of Slack itself. */
export const emojiFile = 'emoji.json'

/** Files that may hold the picture of a custom emoji. */
const pictureFiles = (name: string): string[] => [
  fetchedEmoji(name),
  ...['png', 'gif', 'jpg'].map((extension) => `emojis/${name}.${extension}`),
]

/** The file that the picture of an emoji is kept in when it was fetched. */
export const fetchedEmoji = (name: string): string => `__emoji/${name}`

const alias = /^alias:(.+)$/

/** Returns the custom emoji of the list: an address or another name by each name. */
export async function listedEmoji(files: Files): Promise<Map<string, string>> {
  if (files.size(emojiFile) === undefined) return new Map()
  const list = await files.json(emojiFile)
  if (!isRow(list))
    throw new ImportProblem(`${emojiFile} is no answer of emoji.list: an object was expected.`)
  const named = isRow(list.emoji) ? rowIn(list, 'emoji') : list
  return new Map(
    Object.entries(named).flatMap(([name, value]) =>
      typeof value === 'string' && /^[\p{L}\p{N}_+'-]{1,100}$/u.test(name) ? [[name, value] as const] : [],
    ),
  )
}

/** The emoji of an export by their names. */
export class SlackEmoji {
  readonly records: readonly EmojiRecord[]
  readonly #listed: ReadonlyMap<string, string>
  readonly #keys: ReadonlyMap<string, number>

  private constructor(listed: ReadonlyMap<string, string>, records: readonly EmojiRecord[]) {
    this.#listed = listed
    this.records = records
    this.#keys = new Map(records.map(({ name, key }) => [name, Number(key)]))
  }

  static async read(files: Files, losses: Losses): Promise<SlackEmoji> {
    const listed = await listedEmoji(files)
    const records: EmojiRecord[] = []
    for (const [name, value] of listed) {
      if (alias.test(value)) continue
      losses.read('emoji')
      const file = pictureFiles(name).find((one) => files.size(one) !== undefined)
      if (file === undefined) losses.drop('emoji', 'file_missing', 'content', name)
      else
        records.push({ t: 'emoji', key: records.length + 1, name, author: null, isDeactivated: false, file })
    }
    return new SlackEmoji(listed, records)
  }

  /** Returns type and code of the emoji with a name; undefined for a name that no emoji has. */
  reaction(given: string): { type: string; code: string; name: string } | undefined {
    const name = this.#followed(given)
    const key = this.#keys.get(name)
    if (key !== undefined) return { type: 'realm_emoji', code: String(key), name }
    const code = shortcodeCode(name)
    return code === undefined ? undefined : { type: 'unicode_emoji', code, name }
  }

  /** Returns the emoji as texts have it. */
  markdown(given: string): string | undefined {
    const found = this.reaction(given)
    if (!found) return undefined
    return found.type === 'realm_emoji' ? `:${found.name}:` : emojiCharacters(found.code)
  }

  /** Follows other names of one emoji. */
  #followed(given: string): string {
    let name = given.replace(/::skin-tone-\d$/, '')
    for (let step = 0; step < 5; step++) {
      const [, other] = alias.exec(this.#listed.get(name) ?? '') ?? []
      if (other === undefined) break
      name = other
    }
    return name
  }
}
