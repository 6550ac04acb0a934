import type { PageReply } from './page.ts'

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

// The colors of the website, so that people recognize these pages. Each color is set for both schemes: browsers
// disagree about `Canvas`.
const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;
--back:light-dark(#faf7f2,#171412);--card:light-dark(#fff,#1f1b18);--text:light-dark(#1f1b18,#f4eee6);
--line:light-dark(#8d8173,#85786a);--brand:light-dark(#a83a12,#b8441a);--quiet:light-dark(#faf7f2,#171412);
--wrong:light-dark(#c92a2a,#ff8787);--wrong-back:light-dark(#fff0f0,#38191c)}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text)}
main{max-width:30rem;margin:12vh auto 2rem;padding:2rem;background:var(--card);border-radius:.75rem;box-shadow:0 1px 3px #0003}
@media(max-width:36rem){body{background:var(--card)}main{margin:0;padding:1.5rem 1.25rem;box-shadow:none}}
.brand{display:flex;align-items:center;gap:.5rem;margin:0 0 1.25rem;font-weight:700}.brand svg{fill:currentColor}.brand path{fill:light-dark(#a83a12,#d9622f)}
h1{margin:0 0 .75rem;font-size:1.6rem;line-height:1.2;overflow-wrap:anywhere}
p{margin:.75rem 0;overflow-wrap:anywhere}
a{color:light-dark(#a83a12,#f2966c)}
label{display:block;margin:1rem 0 .25rem;font-weight:600}
input{font:inherit;width:100%;padding:.625rem .75rem;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.375rem}
button{font:inherit;font-weight:600;width:100%;margin-top:1.5rem;padding:.625rem 1.25rem;border:0;border-radius:.375rem;background:var(--brand);color:#fff;cursor:pointer}
button:hover{filter:brightness(1.1)}
:focus-visible{outline:3px solid light-dark(#a83a12,#f2966c);outline-offset:2px}
pre,code{overflow-wrap:anywhere}
pre{white-space:pre-wrap;padding:.75rem;border-radius:.375rem;background:var(--quiet)}
[role=alert]{padding:.75rem;border-radius:.375rem;color:var(--wrong);background:var(--wrong-back);border-left:.25rem solid}`

const brand = `<p class="brand"><svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect x="2" y="3" width="8" height="8" rx="2"/><rect x="12" y="3" width="8" height="8" rx="2"/><rect x="22" y="3" width="8" height="8" rx="2"/><rect x="12" y="13" width="8" height="8" rx="2"/><path d="M14 23h4a2 2 0 0 1 2 2v6l-3.2-2H14a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z"/></svg>Tagma</p>`

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'`,
}

/** Makes a plain page that works without JavaScript. In `body`, `{name}` stands for a value; values are escaped. */
export function htmlReply(
  status: number,
  title: string,
  body: string,
  values: Readonly<Record<string, string>> = {},
): PageReply {
  const filled = body.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? escapeHtml(values[name] ?? '') : whole,
  )
  return {
    status,
    headers,
    body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Tagma</title>
<style>${style}</style>
<main>
${brand}<h1>${escapeHtml(title)}</h1>
${filled}
</main>
</html>
`,
  }
}

export interface FormField {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly type?: 'text' | 'email' | 'password'
  readonly autocomplete?: string
}

/** Makes a page with a form that posts to its own address. A problem is shown above the form. */
export function formPage(form: {
  title: string
  intro?: string
  problem?: string | undefined
  submit: string
  fields: readonly FormField[]
}): PageReply {
  const fields = form.fields
    .map(
      ({ name, label, value, type = 'text', autocomplete = 'off' }) =>
        `<label for="${name}">${escapeHtml(label)}</label>
<input id="${name}" name="${name}" type="${type}" value="${escapeHtml(value)}" autocomplete="${autocomplete}" required>`,
    )
    .join('\n')
  const problem = form.problem === undefined ? '' : `<p role="alert">${escapeHtml(form.problem)}</p>`
  return htmlReply(
    form.problem === undefined ? 200 : 400,
    form.title,
    `${form.intro ?? ''}${problem}<form method="post">\n${fields}\n<button>${escapeHtml(form.submit)}</button>\n</form>`,
  )
}
