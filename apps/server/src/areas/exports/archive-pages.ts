import { escapeHtml } from '#http/html.ts'
import { langAttributes, type Language } from '#words/words.ts'

/**
 * Makes a page of an archive. It needs no connection, runs nothing, and fetches nothing from elsewhere. `body` is HTML.
 */
export const archivePage = (language: Language, title: string, body: string): Buffer =>
  Buffer.from(`<!doctype html>
<html ${langAttributes(language)}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<h1>${escapeHtml(title)}</h1>
${body}
</html>
`)

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:50rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
h2{margin-top:2rem}table{border-collapse:collapse}th,td{padding:.25rem .75rem .25rem 0;text-align:start;vertical-align:top}
article{margin:1rem 0;padding-top:.5rem;border-top:1px solid #8886}
article header{color:light-dark(#5e554c,#b3a798);font-size:.875rem}article header b{color:light-dark(#1f1b18,#f4eee6)}
pre{overflow-x:auto}img{max-width:100%;height:auto}.former{opacity:.7;white-space:pre-wrap}`

/** A time as pages and tables of archives have it: `2026-01-05 09:00:00 UTC`. */
export const utc = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** A list of links within the archive. */
export const linkList = (links: readonly { readonly name: string; readonly text: string }[]): string =>
  `<ul>\n${links.map(({ name, text }) => `<li><a href="${escapeHtml(encodeURI(name))}">${escapeHtml(text)}</a></li>`).join('\n')}\n</ul>`

/** A table of two columns. */
export const factTable = (facts: readonly (readonly [name: string, value: string])[]): string =>
  `<table>\n${facts.map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`).join('\n')}\n</table>`

/** Returns a name for a file in an archive that every system can unpack. */
export function fileNameFor(id: number, name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|#\p{Cc}\p{Cf}]/gu, '_')
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '')
  // Long names are cut in front of their ending.
  const [, stem = '', ending = ''] = /^(.*?)(\.[^.]{1,10})?$/su.exec(plain) ?? []
  return `files/${id}-${[...stem].slice(0, 80).join('')}${ending}`
}
