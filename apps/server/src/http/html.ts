import type { UserRecord } from '#model/records.ts'
import {
  fill,
  type Language,
  langAttributes,
  textToFill,
  type WordId,
  type Wording,
  wordsFor,
} from '#words/words.ts'
import type { PageReply } from './page.ts'

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** HTML that takes the place of an argument in a text. */
export interface Markup {
  readonly html: string
}

/** A name or an address within a text, emphasized. */
export const bold = (text: string): Markup => ({ html: `<b dir="auto">${escapeHtml(text)}</b>` })

/** Says texts of a catalog as HTML; values are escaped unless they are HTML. */
export type SayHtml = (id: WordId, values?: Readonly<Record<string, string | number | Markup>>) => string

/** HTML that is written once the language of its reader is known. */
export type PageBody = (say: SayHtml, language: Language) => string

/** A text of a page: one of a catalog, or one that has values. */
export type PageText = WordId | Wording

/** Returns what says texts as HTML in a language. */
export const sayHtml =
  (language: Language): SayHtml =>
  (id, values = {}) => {
    const escaped: Record<string, string | number> = {}
    for (const [name, value] of Object.entries(values))
      escaped[name] =
        typeof value === 'object' ? value.html : typeof value === 'number' ? value : escapeHtml(value)
    return fill(language, escapeHtml(textToFill(language, id)), escaped)
  }

const plain = (text: PageText, language: Language) =>
  typeof text === 'string' ? wordsFor(language, text) : text(language)

/** Returns a text of a page as HTML. */
export const htmlOf = (text: PageText, language: Language) => escapeHtml(plain(text, language))

// The letters and colors of the client and the website, so that people recognize these pages. A server without the client
// shows the letters of the system.
const style = `@font-face{font-family:Figtree;src:url(/assets/figtree.woff2) format('woff2');font-weight:300 900;font-display:swap}
:root{color-scheme:light dark;font:16px/1.5 Figtree,system-ui,sans-serif;
--paper:light-dark(#faf7f2,#171412);--raised:light-dark(#fff,#1f1b18);--sunk:light-dark(#f2ece3,#120f0d);
--ink:light-dark(#1f1b18,#f4eee6);--soft:light-dark(#5e554c,#b3a798);--control:light-dark(#8d8173,#85786a);
--accent:light-dark(#a83a12,#f2966c);--accent-fill:light-dark(#a83a12,#d9622f);--on-accent:light-dark(#fff,#160c07);
--bad:light-dark(#b3261e,#ff8f86);--bad-tint:light-dark(#fdeceb,#351a18);--info:light-dark(#1d5a96,#8dc0f0);--info-tint:light-dark(#e6eff8,#16242f)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink)}
main{max-width:28rem;margin:12vh auto 2rem;padding:2rem;background:var(--raised);border-radius:.75rem;box-shadow:0 1px 3px #0003}
@media(max-width:36rem){body{background:var(--raised)}main{margin:0;padding:1.5rem 1.25rem;box-shadow:none}}
.brand{display:flex;align-items:center;gap:.5rem;margin:0 0 1.25rem;font-weight:700}.brand svg{fill:currentColor}.brand path{fill:light-dark(#a83a12,#d9622f)}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}
p{margin:.75rem 0;overflow-wrap:anywhere}
a{color:var(--accent)}
label{display:block;margin:1rem 0 .375rem;font-weight:600}
.hint{margin:-.25rem 0 .375rem;color:var(--soft);font-size:.875rem}
input{font:inherit;width:100%;padding:.625rem .75rem;color:inherit;background:var(--raised);border:1px solid var(--control);border-radius:.375rem}
button{font:inherit;font-weight:600;width:100%;margin-top:1.5rem;padding:.625rem 1.25rem;border:0;border-radius:.375rem;background:var(--accent-fill);color:var(--on-accent);cursor:pointer}
button:hover{filter:brightness(1.1)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}input:focus-visible{outline-width:2px;outline-offset:0}
pre,code{overflow-wrap:anywhere}
pre{white-space:pre-wrap;padding:.75rem;border-radius:.375rem;background:var(--sunk)}
.secret{position:relative}.secret button{position:absolute;inset-block:0;inset-inline-end:0;width:auto;margin:0;padding:0 .875rem;background:none;color:var(--accent);font-size:.875rem}
.secret input{padding-inline-end:5.5rem}.secret button:hover{filter:none;text-decoration:underline}.secret button::after{content:'';position:absolute;inset:-.25rem 0}
.secret input::-ms-reveal{display:none}
input[aria-invalid]{border-color:var(--bad)}
[role=alert]{padding:.75rem;border-radius:.375rem;color:var(--bad);background:var(--bad-tint);border-inline-start:.25rem solid}
@media(prefers-contrast:more){:root{--paper:light-dark(#fff,#000);--raised:light-dark(#fff,#000);--sunk:light-dark(#fff,#000);
--ink:light-dark(#000,#fff);--soft:light-dark(#2e2823,#e6dccf);--control:light-dark(#3a332d,#c9bdae);
--accent:light-dark(#7a2508,#ffb493);--accent-fill:light-dark(#7a2508,#ffb493);--on-accent:light-dark(#fff,#000);
--bad:light-dark(#8a0f09,#ffb3ad);--info:light-dark(#0d3f70,#b5d8fa)}}
@media(forced-colors:active){button{border:1px solid}}`

/** The mark of Tagma, as tall as this many pixels. */
export const brandMark = (size: number): string =>
  `<svg viewBox="0 0 32 32" width="${size}" height="${size}" aria-hidden="true"><rect x="2" y="3" width="8" height="8" rx="2"/><rect x="12" y="3" width="8" height="8" rx="2"/><rect x="22" y="3" width="8" height="8" rx="2"/><rect x="12" y="13" width="8" height="8" rx="2"/><path d="M14 23h4a2 2 0 0 1 2 2v6l-3.2-2H14a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z"/></svg>`

const brand = `<p class="brand">${brandMark(26)}Tagma</p>`

/**
 * Makes a page. It is written in the language of its reader when it is sent. Without an icon and a script, it loads
 * nothing but its letters. `style` adds to the style of all pages.
 */
export function pageReply(page: {
  readonly status: number
  readonly title: PageText
  readonly body: PageBody
  /** Address of the page's icon on this server; it may show other pictures of this server then. */
  readonly icon?: string
  /** Address of a script on this server. */
  readonly script?: string
  /** True if the script calls this server. */
  readonly callsBack?: boolean
  readonly style?: string
}): PageReply {
  const { status, title, body, icon, script } = page
  const policy = [
    `default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; form-action 'self'`,
    ...(icon === undefined ? [] : [`img-src 'self'`]),
    ...(script === undefined ? [] : [`script-src 'self'`]),
    ...(page.callsBack ? [`connect-src 'self'`] : []),
  ]
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-language',
      // A form is sent with its origin only if the page may name it.
      'referrer-policy': 'same-origin',
      'content-security-policy': policy.join('; '),
    },
    body: (language) => `<!doctype html>
<html ${langAttributes(language)}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${htmlOf(title, language)}</title>
${icon === undefined ? '' : `<link rel="icon" href="${escapeHtml(icon)}">\n`}<style>${style}${page.style ?? ''}</style>
${body(sayHtml(language), language)}
${script === undefined ? '' : `<script src="${escapeHtml(script)}"></script>\n`}</html>
`,
  }
}

/** Makes a plain page that works without JavaScript. */
export const htmlReply = (status: number, title: PageText, body: PageBody, script?: string): PageReply =>
  pageReply({
    status,
    title: (language) => `${plain(title, language)} · Tagma`,
    ...(script !== undefined && { script }),
    body: (say, language) =>
      `<main>\n${brand}<h1>${htmlOf(title, language)}</h1>\n${body(say, language)}\n</main>`,
  })

/** Makes a plain page of one paragraph. */
export const textReply = (status: number, title: PageText, text: PageText): PageReply =>
  htmlReply(status, title, (_, language) => `<p>${htmlOf(text, language)}</p>`)

/** Says in whose language a page is, where the page knows its reader better than the session does. */
export const readBy = (reader: UserRecord, reply: PageReply): PageReply => ({ ...reply, reader })

/** Lets the forms of a page lead to the app that began a sign-in: browsers hold redirects after a form to its policy too. */
export const endsInApp = (reply: PageReply): PageReply => ({
  ...reply,
  headers: {
    ...reply.headers,
    'content-security-policy': (reply.headers['content-security-policy'] ?? '').replace(
      "form-action 'self'",
      "form-action 'self' zulip:",
    ),
  },
})

/** Leads a browser on to an address of this server. */
export const goTo = (location: string, more: Readonly<Record<string, string>> = {}): PageReply => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', ...more },
  body: '',
})

export interface FormField {
  readonly name: string
  readonly label: PageText
  /** Stands below the label. */
  readonly hint?: PageText
  readonly value: string
  readonly type?: 'text' | 'email' | 'password'
  readonly autocomplete?: string
  /** Address of the script that shows a password when asked to. Such a field is called `password`. */
  readonly showBy?: string
}

/**
 * Makes a page with a form that posts to its own address. A problem is shown above the form, `below` under it. The focus
 * begins in the field that the problem is about, otherwise in the first.
 */
export function formPage({
  title,
  intro,
  problem,
  wrong,
  submit,
  fields,
  below,
}: {
  readonly title: PageText
  readonly intro?: PageBody
  readonly problem?: PageText | undefined
  /** Name of the field that the problem is about. */
  readonly wrong?: string | undefined
  readonly submit: PageText
  readonly fields: readonly FormField[]
  readonly below?: PageBody
}): PageReply {
  const script = fields.find(({ showBy }) => showBy !== undefined)?.showBy
  const first = fields.find(({ name }) => name === wrong) ?? fields[0]
  const body: PageBody = (say, language) => {
    const alert = problem === undefined ? '' : `<p id="problem" role="alert">${htmlOf(problem, language)}</p>`
    const shown = fields
      .map((field) =>
        fieldOf(field, say, language, { isFirst: field === first, isWrong: field.name === wrong }),
      )
      .join('\n')
    return `${intro?.(say, language) ?? ''}${alert}<form method="post">\n${shown}\n<button>${htmlOf(submit, language)}</button>\n</form>${below?.(say, language) ?? ''}`
  }
  return htmlReply(problem === undefined ? 200 : 400, title, body, script)
}

function fieldOf(
  { name, label, hint, value, type = 'text', autocomplete = 'off', showBy }: FormField,
  say: SayHtml,
  language: Language,
  { isFirst, isWrong }: { readonly isFirst: boolean; readonly isWrong: boolean },
) {
  const below = hint === undefined ? '' : `\n<p class="hint" id="${name}-hint">${htmlOf(hint, language)}</p>`
  const describing = [...(isWrong ? ['problem'] : []), ...(hint === undefined ? [] : [`${name}-hint`])].join(
    ' ',
  )
  const described = describing === '' ? '' : ` aria-describedby="${describing}"`
  const input = `<input id="${name}" name="${name}" type="${type}" value="${escapeHtml(value)}" autocomplete="${autocomplete}" required${described}${isWrong ? ' aria-invalid="true"' : ''}${isFirst ? ' autofocus' : ''}>`
  const shown = showBy === undefined ? input : `<div class="secret">${input}${showButton(say)}</div>`
  return `<label for="${name}">${htmlOf(label, language)}</label>${below}\n${shown}`
}

/** The button that shows what stands in the field `password`. It appears with its script. */
export const showButton = (say: SayHtml): string =>
  `<button type="button" id="show" aria-controls="password" aria-label="${say('sign-in.show-password')}" data-hide="${say('sign-in.hide')}" data-hide-label="${say('sign-in.hide-password')}" hidden>${say('sign-in.show')}</button>`
