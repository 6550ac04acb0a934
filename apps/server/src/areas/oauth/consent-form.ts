import { brandMark, escapeHtml, pageReply } from '#http/html.ts'
import type { PageReply } from '#http/page.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import { type AuthorizeRequest, requestFields } from './authorize-request.ts'
import { returnPlace } from './client-rules.ts'
import { type AgentScope, isWriting, scopeWords } from './scope-rules.ts'
import { lastingDays } from './token-present.ts'

/** The state of the page on which a person lets a program in. */
export interface ConsentForm {
  readonly request: AuthorizeRequest
  readonly user: UserRecord
  readonly organization: OrganizationRecord
  /** The fields of the program's request. */
  readonly fields: Readonly<Record<string, string>>
  /** The server's limit for tokens, in days. */
  readonly tokenMaxDays: number | undefined
  readonly problem?: string
}

/** Makes the page on which a person lets a program in. It works without JavaScript, and nothing is ticked beforehand. */
export function consentForm(form: ConsentForm): PageReply {
  const { request, user, organization, fields, problem } = form
  const { longest, unused } = lastingDays(form.tokenMaxDays)
  const { client, redirectUri, scopes } = request
  const reading = scopes.filter((scope) => !isWriting(scope))
  const writing = scopes.filter(isWriting)
  const kept = requestFields.flatMap((name) => {
    const value = fields[name]
    return value === undefined ? [] : [hidden(name, value)]
  })
  const reply = pageReply({
    status: 200,
    title: `Let ${client.name} in? · Tagma`,
    style,
    body: `<main>
<p class="brand">${brandMark(26)}Tagma</p><h1>Let <span dir="auto">${escapeHtml(client.name)}</span> in?</h1>
<p>It wants to use tools in ${escapeHtml(organization.name)} in your name. ${origin(client)}</p>
<p>You are <b dir="auto">${escapeHtml(user.fullName)}</b> (${escapeHtml(user.deliveryEmail)}).</p>
${problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>\n`}<form method="post" action="/oauth/authorize">
${[...kept, hidden('user', String(user.id))].join('\n')}
${reading.length === 0 ? '' : `<h2>It will read</h2>\n<ul>${reading.map((scope) => `<li>${escapeHtml(scopeWords[scope])}</li>`).join('\n')}</ul>`}
${writing.length === 0 ? '' : `<h2>It may also change things, where you tick it</h2>\n${writing.map(box).join('\n')}`}
<p class="small">Anybody can write a message that tries to talk an agent into something. Tick only what it may do without asking you.</p>
<p class="small">You go back to <b>${escapeHtml(returnPlace(redirectUri))}</b>. This lasts ${longest} days at most, and ends after ${unused} days without use. To end it before, end “${escapeHtml(client.name)}” in the list of your access tokens.</p>
<button name="decision" value="allow">Let it in</button>
<button name="decision" value="deny" class="other">Do not let it in</button>
</form>
</main>`,
  })
  return leadingTo(redirectUri, reply)
}

const origin = ({ isDocument, clientId }: AuthorizeRequest['client']): string =>
  isDocument
    ? `It is described at <b>${escapeHtml(new URL(clientId).host)}</b>.`
    : 'It gave itself this name; nobody has checked it.'

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

const box = (scope: AgentScope) =>
  `<label class="tick"><input type="checkbox" name="${scope}" value="on">${escapeHtml(scopeWords[scope])}</label>`

const style = `h2{margin:1.25rem 0 .25rem;font-size:1rem}ul{margin:.25rem 0;padding-inline-start:1.25rem}
.tick{display:flex;align-items:baseline;gap:.625rem;min-height:1.5rem;margin:.5rem 0;font-weight:400}
.tick input{flex:none;width:1.125rem;height:1.125rem;margin:0;accent-color:var(--accent-fill);transform:translateY(.125rem)}
.small{color:var(--soft);font-size:.875rem}
.other{margin-top:.625rem;background:none;color:inherit;border:1px solid var(--control)}`

/**
 * Lets the form lead to the program: browsers hold redirects after a form to the page's policy too, and those that come
 * after them. So the policy names the scheme, and not the host.
 */
function leadingTo(redirectUri: string, reply: PageReply): PageReply {
  const { protocol } = new URL(redirectUri)
  const targets = protocol === 'http:' ? 'http: https:' : protocol
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'content-security-policy': (reply.headers['content-security-policy'] ?? '').replace(
        "form-action 'self'",
        `form-action 'self' ${targets}`,
      ),
    },
  }
}
