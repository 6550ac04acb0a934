import { loginAddress } from '#wire/leave-for-login.ts'
import { t } from '#words/words.ts'

/** Stands in place of the box where one reads without an account. */
export function SignInBar() {
  return (
    <p class="sign-in-bar">
      <a class="button button-main" href={loginAddress()}>
        {t('spectator.answer')}
      </a>
    </p>
  )
}
