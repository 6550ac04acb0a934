import type { LineNames } from '../lines/line-messages.ts'

const code = /```[\s\S]*?```|`[^`\n]+`/g
const [opening, closing] = ['\uE000', '\uE001']
const parts = /\uE000(\d+)\uE001/g
const mention = /(?<![\w@./-])@([\p{L}\p{N}][\p{L}\p{N}._-]*)/gu
const channelLink = /(?<![\w#&/])#([\p{L}\p{N}][\p{L}\p{N}._-]*)/gu
const wildcards = new Set(['all', 'here'])

/** Ids by the names that texts have for people and rooms. */
export interface RocketChatIds {
  person(username: string): string | undefined
  room(name: string): string | undefined
}

/** Converts a text of Rocket.Chat: nearly Markdown, but one star is bold, and one tilde strikes. */
export function rocketChatMarkdown(text: string, ids: RocketChatIds, names: LineNames): string {
  const ready: string[] = []
  const put = (part: string) => `${opening}${ready.push(part) - 1}${closing}`
  return (
    text
      .replaceAll(/[\uE000\uE001]/g, '\uFFFD')
      .replaceAll(code, (part) => put(part))
      // Quotes begin with a link without words to what they quote.
      .replaceAll(/\[\s*\]\(https?:\/\/[^\s)]+\)[ \t]*\n?/g, '')
      .replaceAll(/<(https?:\/\/[^|>\s]+)\|([^>\n]+)>/g, (_, url: string, words: string) =>
        put(`[${words}](${url})`),
      )
      .replaceAll(/\]\([^)\s]*\)|https?:\/\/\S+/g, (part) => put(part))
      .replaceAll(/(?<![\w*])\*(?!\s|\*)([^*\n]+?)(?<!\s)\*(?![\w*])/g, '**$1**')
      .replaceAll(/(?<![\w_])_(?!\s|_)([^_\n]+?)(?<!\s)_(?![\w_])/g, '*$1*')
      .replaceAll(/(?<![\w~])~(?!\s|~)([^~\n]+?)(?<!\s)~(?![\w~])/g, '~~$1~~')
      .replaceAll(mention, (source, written: string) => {
        if (wildcards.has(written)) return '@**all**'
        // A name may end in a point, but a point behind it is more often the end of a sentence.
        for (let name = written; name !== ''; name = name.replace(/[._-]$/, '')) {
          const id = ids.person(name)
          const person = id === undefined ? undefined : names.person(id)
          if (person !== undefined) return person + written.slice(name.length)
          if (!/[._-]$/.test(name)) break
        }
        return source
      })
      .replaceAll(channelLink, (source, name: string) => {
        const id = ids.room(name)
        return (id === undefined ? undefined : names.channel(id)) ?? source
      })
      .replaceAll(parts, (_, number: string) => ready[Number(number)] ?? '')
  )
}
