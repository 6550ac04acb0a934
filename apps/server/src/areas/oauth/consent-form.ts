import type { ProofWay } from '#areas/sign-in/require-proof.ts'
import {
  bold,
  brandMark,
  escapeHtml,
  htmlOf,
  type Markup,
  pageReply,
  type PageText,
  type SayHtml,
} from '#http/html.ts'
import type { PageReply } from '#http/page.ts'
import type { ChannelRecord, OrganizationRecord, UserRecord } from '#model/records.ts'
import { wordsFor } from '#words/words.ts'
import { type AuthorizeRequest, requestFields } from './authorize-request.ts'
import { returnPlace } from './client-rules.ts'
import { type AgentScope, isWriting, scopeWords } from './scope-rules.ts'
import { lastingDays } from './token-present.ts'

/** The state of the page on which a person lets a program in. */
export interface ConsentForm {
  readonly request: AuthorizeRequest
  readonly user: UserRecord
  readonly organization: OrganizationRecord
  /** Channels that the person can name as those where the program may write: those they are in, by name. */
  readonly channels: readonly ChannelRecord[]
  /** The fields of the program's request. */
  readonly fields: Readonly<Record<string, string>>
  /** The server's limit for tokens, in days. */
  readonly tokenMaxDays: number | undefined
  /** Ways in which the person has to prove that it is them; undefined while their last proof counts. */
  readonly asks: readonly ProofWay[] | undefined
  readonly problem?: PageText
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
    title: (language) => `${wordsFor(language, 'page.consent.title', { program: client.name })} · Tagma`,
    style,
    body: (say, language) => `<main>
<p class="brand">${brandMark(26)}Tagma</p><h1>${say('page.consent.title', { program: isolated(client.name) })}</h1>
<p>${say('page.consent.wants', { organization: organization.name })} ${origin(say, client)}</p>
<p>${say('page.consent.you', { name: bold(user.fullName), email: user.deliveryEmail })}</p>
${problem === undefined ? '' : `<p role="alert">${htmlOf(problem, language)}</p>\n`}<form method="post" action="/oauth/authorize">
${[...kept, hidden('user', String(user.id))].join('\n')}
${reading.length === 0 ? '' : `<h2>${say('page.consent.reads')}</h2>\n<ul>${reading.map((scope) => `<li>${say(scopeWords[scope])}</li>`).join('\n')}</ul>`}
${writing.length === 0 ? '' : `<h2>${say('page.consent.writes')}</h2>\n${writing.map((scope) => box(say, scope)).join('\n')}\n${placesField(say, form)}`}
<p class="small">${say('page.consent.care')}</p>
<p class="small">${say('page.consent.lasts', { place: bold(returnPlace(redirectUri)(language)), longest, unused, program: client.name })}</p>
${proofField(say, form)}<button name="decision" value="allow">${say('page.consent.allow')}</button>
<button name="decision" value="deny" class="other">${say('page.consent.deny')}</button>
</form>
</main>`,
  })
  return leadingTo(redirectUri, reply)
}

/** A name that may be written in another direction than the text around it. */
const isolated = (name: string): Markup => ({ html: `<span dir="auto">${escapeHtml(name)}</span>` })

/**
 * The places where the program may write. Without a tick it writes to the person alone, so that nothing that it has
 * read reaches anybody else.
 */
const placesField = (say: SayHtml, { channels }: ConsentForm): string =>
  `<fieldset><legend>${say('page.consent.where')}</legend>
<p class="small">${say('page.consent.where-text')}</p>
<label class="tick"><input type="checkbox" name="everywhere" value="on">${say('page.consent.everywhere')}</label>
${channels.length === 0 ? '' : `<div class="places" role="group" aria-label="${say('page.consent.channels')}" tabindex="0">\n${channels.map(channelBox).join('\n')}\n</div>\n`}</fieldset>`

const channelBox = ({ id, name }: ChannelRecord) =>
  `<label class="tick"><input type="checkbox" name="${channelField(id)}" value="on"><span dir="auto">#${escapeHtml(name)}</span></label>`

/** Name of the field that allows writing in a channel. */
export const channelField = (id: number): string => `channel-${id}`

/** The form can be sent without it: nobody has to prove anything to say no. */
function proofField(say: SayHtml, { asks }: ConsentForm): string {
  if (!asks) return ''
  if (asks.includes('password'))
    return `<label for="password">${say('page.password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password">
`
  if (asks.includes('code') || asks.includes('recovery'))
    return `<label for="code">${say(asks.includes('code') ? 'page.app-or-recovery-code' : 'page.recovery-code')}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false">
${asks.includes('passkey') ? `<p class="small">${say('page.consent.by-passkey')}</p>\n` : ''}`
  return `<p class="small">${say('page.consent.sign-out')}</p>\n`
}

const origin = (say: SayHtml, { isDocument, clientId }: AuthorizeRequest['client']): string =>
  isDocument
    ? say('page.consent.described', { host: bold(new URL(clientId).host) })
    : say('page.consent.unchecked')

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

const box = (say: SayHtml, scope: AgentScope) =>
  `<label class="tick"><input type="checkbox" name="${scope}" value="on">${say(scopeWords[scope])}</label>`

const style = `h2{margin:1.25rem 0 .25rem;font-size:1rem}ul{margin:.25rem 0;padding-inline-start:1.25rem}
.tick{display:flex;align-items:baseline;gap:.625rem;min-height:1.5rem;margin:.5rem 0;font-weight:400}
.tick input{flex:none;width:1.125rem;height:1.125rem;margin:0;accent-color:var(--accent-fill);transform:translateY(.125rem)}
.small{color:var(--soft);font-size:.875rem}
fieldset{margin:1.25rem 0 0;padding:0;border:0;min-width:0}legend{padding:0;font-weight:600}
.places{max-height:12rem;overflow:auto;padding:.125rem .625rem;border:1px solid var(--control);border-radius:.375rem}
.places span{overflow-wrap:anywhere}
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
