import type { Answer } from '@tagma/contract/define.ts'
import type { getBotPayloads } from '@tagma/contract/endpoints/bots/get-bot-payloads.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import type { Fetched } from '#screens/settings/use-fetched.ts'
import { t } from '#words/words.ts'
import { MarkdownText } from './markdown-text.tsx'
import { useServices } from './webhook-fields.tsx'

type Requests = Answer<typeof getBotPayloads>['payloads']

/** The last requests of services, and what became of them. */
export function ReceivedRequests({ fetched }: { readonly fetched: Fetched<Requests> }) {
  const { value: requests, reload } = fetched
  const canSave = useCanSave()
  return (
    <section class="setting-group">
      <h2>{t('bots.received')}</h2>
      <FetchNote fetched={fetched} />
      {requests?.length === 0 && <p class="setting-note">{t('bots.received-none')}</p>}
      {requests && requests.length > 0 && (
        <ul class="setting-list bot-requests" aria-label={t('bots.received')}>
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      <p>
        <button type="button" class="button" disabled={!canSave} onClick={reload}>
          {t('bots.reload')}
        </button>
      </p>
    </section>
  )
}

function RequestRow({ request }: { readonly request: Requests[number] }) {
  const { received_at, integration, posts, problem } = request
  const { moment } = useTimes()
  const label = useServices().find(({ name }) => name === integration)?.display_name ?? integration
  const outcome =
    posts > 0 ? t('bots.received-posts', { count: posts }) : problem === '' ? t('bots.received-nothing') : ''
  return (
    <li>
      <span class="setting-text">
        <span>{label}</span>
        {outcome !== '' && <small>{outcome}</small>}
        {problem !== '' && (
          <small class="form-error" lang="en">
            <MarkdownText text={problem} />
          </small>
        )}
      </span>
      <time>{moment(received_at)}</time>
    </li>
  )
}
