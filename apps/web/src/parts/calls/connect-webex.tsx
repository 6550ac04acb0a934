import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

interface ConnectWebexProps {
  readonly onClose: () => void
  /** Called as soon as the account is connected. */
  readonly onConnected: () => void
}

/**
 * Sends the reader to Webex to let this server make meetings for them. An event of the server tells when they have done so.
 * Webex opens by a link, because browsers block windows that a script opens.
 */
export function ConnectWebex({ onClose, onConnected }: ConnectWebexProps) {
  const isConnected = useKnown(({ state }) => state?.has_webex_token === true)
  const [isOpened, setOpened] = useState(false)
  // If Webex has just ended a connection, the state still has it until the server says otherwise.
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    if (isConnected && !wasConnected.current) onConnected()
    wasConnected.current = isConnected
  }, [isConnected])
  return (
    <Dialog
      title={t('calls.webex-title')}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <a
            class="button button-main"
            href="/calls/webex/register"
            target="_blank"
            rel="noopener"
            autofocus
            onClick={() => setOpened(true)}
          >
            {t('calls.webex-open')}
          </a>
        </>
      }
    >
      <p>{t('calls.webex-text')}</p>
      {isOpened && <p role="status">{t('calls.webex-waiting')}</p>}
    </Dialog>
  )
}
