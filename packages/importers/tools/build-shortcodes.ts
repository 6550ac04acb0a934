/**
 * Writes src/emoji/shortcodes.json: for every Unicode emoji its code and the names that Slack, Mattermost and GitHub
 * call it by.
 *
 *     node packages/importers/tools/build-shortcodes.ts
 *
 * The names come from the npm package emojibase-data. Run it after an update, then run the tests.
 */
import { writeFileSync } from 'node:fs'
import github from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' }
import slack from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' }

type Names = Readonly<Record<string, string | readonly string[]>>

const codes = new Map<string, string[]>()
const taken = new Set<string>()
/** Names that Slack has kept for old messages. */
const former: Names = { '1f642': 'simple_smile' }
// Where two services mean different emoji by one name, Slack is right.
for (const source of [slack, github, former] as readonly Names[])
  for (const [code, names] of Object.entries(source))
    for (const name of [names].flat()) {
      if (taken.has(name)) continue
      taken.add(name)
      const key = codeOf(code)
      codes.set(key, [...(codes.get(key) ?? []), name])
    }

const lines = [...codes]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, names]) => `  ${JSON.stringify(code)}: ${JSON.stringify(names.join(' '))}`)
writeFileSync(new URL('../src/emoji/shortcodes.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)

/** Code points in small hexadecimal letters, four digits at least, without the selector that asks for a picture. */
function codeOf(code: string): string {
  return code
    .toLowerCase()
    .split('-')
    .filter((point) => point !== 'fe0f')
    .map((point) => point.padStart(4, '0'))
    .join('-')
}
