/**
 * Writes src/emoji-names.json: for every Unicode emoji its code and its names, the canonical one first.
 *
 *     node packages/markdown/tools/build-emoji.ts
 *
 * Codes and default names come from the npm package unicode-emoji-json (the Unicode Consortium's short names).
 * emoji-overrides.json gives the names that people know from existing clients, if they differ; "" leaves an emoji out.
 * Run it after an update of either, then run the tests.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import emoji from 'unicode-emoji-json/data-by-emoji.json' with { type: 'json' }

const here = (path: string): URL => new URL(path, import.meta.url)
const overrides = JSON.parse(readFileSync(here('./emoji-overrides.json'), 'utf8')) as Record<string, string>

const lines = Object.entries(emoji)
  .map(([character, { name }]) => [codeOf(character), name] as const)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, name]) => [code, overrides[code] ?? defaultName(name)] as const)
  .filter(([, names]) => names !== '')
  .map(([code, names]) => `  ${JSON.stringify(code)}: ${JSON.stringify(names)}`)

writeFileSync(here('../src/emoji-names.json'), `{\n${lines.join(',\n')}\n}\n`)

/** Code points in hexadecimal, without the selector that asks for a coloured picture. */
function codeOf(character: string): string {
  return [...character.replaceAll('\uFE0F', '')]
    .map((point) => point.codePointAt(0)!.toString(16).padStart(4, '0'))
    .join('-')
}

function defaultName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[\s\-–]+/g, '_')
    .replace(/[^\p{L}\p{N}_]/gu, '')
    .replace(/_{2,}/g, '_')
}
