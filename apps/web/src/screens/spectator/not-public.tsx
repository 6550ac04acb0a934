import { PageHead } from '#parts/page/page-head.tsx'
import { loginAddress } from '#wire/leave-for-login.ts'
import { t } from '#words/words.ts'

/** Stands in place of what only people with an account may see. */
export function NotPublic() {
  return (
    <>
      <PageHead title={t('spectator.not-public')} back="#recent" />
      <div class="messages empty-view">
        <p>{t('spectator.not-public-about')}</p>
        <a class="button button-main" href={loginAddress()}>
          {t('spectator.sign-in')}
        </a>
      </div>
    </>
  )
}
