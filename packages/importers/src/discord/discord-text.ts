import type { LineNames } from '../lines/line-messages.ts'

const code = /```[\s\S]*?```|`[^`\n]+`/g
const [opening, closing] = ['\uE000', '\uE001']
const parts = /\uE000(\d+)\uE001/g

/** Converts a text of Discord, which is nearly Markdown. */
export function discordMarkdown(text: string, names: LineNames): string {
  const ready: string[] = []
  const put = (part: string) => `${opening}${ready.push(part) - 1}${closing}`
  return text
    .replaceAll(/[\uE000\uE001]/g, '\uFFFD')
    .replaceAll(code, (part) => put(part))
    .replaceAll(/<@!?(\d+)>/g, (source, id: string) => names.person(id) ?? source)
    .replaceAll(/<#(\d+)>/g, (source, id: string) => names.channel(id) ?? source)
    .replaceAll(/<a?:(\w+):\d+>/g, ':$1:')
    .replaceAll(
      /<t:(-?\d{1,11})(?::\w)?>/g,
      (_, seconds: string) =>
        `<time:${new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')}>`,
    )
    .replaceAll(/(?<![\w@])@(?:everyone|here)\b/g, '@**all**')
    .replaceAll(/\|\|([^|\n]+)\|\|/g, (_, hidden: string) => `\n\`\`\`spoiler\n${hidden}\n\`\`\`\n`)
    .replaceAll(/(?<!_)__(?!_)([^_\n]+)__(?!_)/g, '**$1**')
    .replaceAll(parts, (_, number: string) => ready[Number(number)] ?? '')
}
