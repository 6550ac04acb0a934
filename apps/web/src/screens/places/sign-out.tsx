import { useEffect, useState } from 'preact/hooks'
import { settleTexts, signOut } from '#actions/sign-out.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import type { Unsent } from '#state/unsent.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

/** Signs out, after asking where something would be lost. */
export function SignOut({ onClose }: { readonly onClose: () => void }) {
  const app = useApp()
  const [unsent, setUnsent] = useState<Unsent>()
  const leave = () => void signOut(app).then(onClose)
  useEffect(() => {
    void settleTexts(app).then((left) => (left ? setUnsent(left) : leave()))
  }, [])
  if (!unsent) return null
  const { messages, drafts, files, recordings } = unsent
  return (
    <Question
      title={t('signOut.title')}
      text={
        <>
          <p>{t('signOut.unsent')}</p>
          <ul>
            {messages > 0 && <li>{t('signOut.messages', { count: messages })}</li>}
            {drafts > 0 && <li>{t('signOut.drafts', { count: drafts })}</li>}
            {files > 0 && <li>{t('signOut.files', { count: files })}</li>}
            {recordings > 0 && <li>{t('signOut.recordings', { count: recordings })}</li>}
          </ul>
        </>
      }
      action={t('signOut.confirm')}
      dangerous
      onClose={onClose}
      onConfirm={leave}
    />
  )
}
