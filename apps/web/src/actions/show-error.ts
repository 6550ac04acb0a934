import { ApiError } from '@tagma/client/api-error.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showFailure } from './show-toast.ts'

/** Returns what went wrong, for people: the server's sentence, or that there was no answer. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.msg : t('conversation.no-answer')

/** Tells that something that was asked for did not happen. What was shown before its time has been taken back. */
export const showError = (app: App, error: unknown): void => showFailure(app, 'failure', errorText(error))
