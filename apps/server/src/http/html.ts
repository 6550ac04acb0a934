import type { PageReply } from './page.ts'

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:34rem;margin:10vh auto;padding:0 1rem}
h1{font-size:1.6rem}label{display:block;margin:1rem 0 .25rem}
input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;border:1px solid #8888;border-radius:.375rem}
button{font:inherit;margin-top:1.5rem;padding:.5rem 1.25rem;border:0;border-radius:.375rem;background:#3b5bdb;color:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.75rem;border-radius:.375rem;background:#8882}
[role=alert]{padding:.75rem;border-radius:.375rem;background:#e0313122;border-left:.25rem solid #e03131}`

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'`,
}

/** A plain page that works without JavaScript. In `body`, `{name}` stands for a value, which is escaped. */
export function htmlReply(
  status: number,
  title: string,
  body: string,
  values: Readonly<Record<string, string>> = {},
): PageReply {
  const filled = body.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? escapeHtml(values[name] ?? '') : whole,
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
<h1>${escapeHtml(title)}</h1>
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

/** A page with a form that is sent to its own address; with a problem, it says what to change. */
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
