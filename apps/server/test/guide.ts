import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteFolder } from '@tagma/site/serving/site-sources.ts'

/** Reads the source of a guide of the documentation, such as `first-bot`. */
export const guide = (page: string): string =>
  readFileSync(join(siteFolder, 'content/tag', `${page}.md`), 'utf8')

/** Finds the code blocks of a guide whose opening line begins with `info`, such as `ts` or `sh tab="curl"`. */
export const codeOf = (page: string, info: string): string[] =>
  [...guide(page).matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)]
    .filter(([, opening = '']) => opening === info || opening.startsWith(`${info} `))
    .map(([, , code = '']) => code)

/** Finds the code block that contains `part`. */
export function codeWith(page: string, info: string, part: string): string {
  const [code, ...others] = codeOf(page, info).filter((block) => block.includes(part))
  if (code === undefined || others.length > 0)
    throw new Error(`${page} has ${others.length + (code === undefined ? 0 : 1)} blocks with ${part}`)
  return code
}
