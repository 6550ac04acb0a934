import type { LineNames } from '../lines/line-messages.ts'

const code = /```[\s\S]*?```|`[^`\n]+`/g
const [opening, closing] = ['\uE000', '\uE001']
const parts = /\uE000(\d+)\uE001/g
/** Names may end in a point or dash, but a point behind a name is more often the end of a sentence. */
const mention = /(?<![\w@./-])@([a-z0-9][a-z0-9._-]*)/gi
const channelLink = /(?<![\w~/])~([a-z0-9][a-z0-9_-]*)/g
const wildcards = new Set(['all', 'channel', 'here'])

/** Converts a text of Mattermost, which is nearly Markdown. `team` has the channels that the text names. */
export function mattermostMarkdown(text: string, team: string, names: LineNames): string {
  const ready: string[] = []
  const put = (part: string) => `${opening}${ready.push(part) - 1}${closing}`
  return text
    .replaceAll(/[\uE000\uE001]/g, '\uFFFD')
    .replaceAll(code, (part) => put(part.replace(/^```(?:latex|tex)\b/, '```math')))
    .replaceAll(mention, (source, written: string) => {
      if (wildcards.has(written.toLowerCase())) return '@**all**'
      for (let name = written.toLowerCase(); name !== ''; name = name.replace(/[._-]$/, '')) {
        const person = names.person(name)
        if (person !== undefined) return person + written.slice(name.length)
        if (!/[._-]$/.test(name)) break
      }
      return source
    })
    .replaceAll(channelLink, (source, name: string) => names.channel(`${team}/${name}`) ?? source)
    .replaceAll(parts, (_, number: string) => ready[Number(number)] ?? '')
}
