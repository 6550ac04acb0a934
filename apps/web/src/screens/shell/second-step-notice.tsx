import type { Answer } from '@tagma/contract/define.ts'
import type { getSecondFactor } from '@tagma/contract/endpoints/sign-in/get-second-factor.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useEffect, useState } from 'preact/hooks'
import { timesOf } from '#parts/messages/use-times.ts'
import { addressFor } from '#state/addresses.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/**
 * Says until when one may go on without the second step that the organization asks for, where one has to do something
 * about it. It comes back with the next window. After that time the server ends the session, and its sign-in page goes on.
 */
export function SecondStepNotice() {
  const app = useApp()
  const { client } = app
  const known = useKnown((all) => all.state)
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  // Set up in the settings: look again when one leaves them.
  const place = useKnown(({ view }) => view.kind)
  const [factor, setFactor] = useState<Answer<typeof getSecondFactor>>()
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    if (!isLive || isLater) return
    // Who cannot ask now is asked by the next window, and by the mail.
    client.call(wire.getSecondFactor, {}).then(setFactor, () => setFactor(undefined))
  }, [client, isLive, isLater, place])
  if (isLater || !known || !factor || factor.required_from === null || factor.is_session_enough) return null
  const times = timesOf(known)
  const hasFactor = factor.is_on || factor.ways.includes('passkey')
  const values = { time: times.moment(factor.required_from), organization: known.realm_name ?? '' }
  return (
    <div class="connection second-step-notice" role="status">
      <span>
        {t(hasFactor ? 'settings.second-step.sign-in-again' : 'settings.second-step.asked', values)}
      </span>
      {!hasFactor && (
        <a href={addressFor(known, { kind: 'settings', page: 'account-and-privacy' })}>
          {t('settings.second-step.set-up')}
        </a>
      )}
      <button type="button" onClick={() => setLater(true)}>
        {t('settings.second-step.later')}
      </button>
    </div>
  )
}
