import { removeAlertWords } from '@tagma/contract/endpoints/alert-words/remove-alert-words.ts'
import { handle } from '#call/call.ts'
import { removeAlertWords as remove } from '../change-alert-words.ts'

export const removeAlertWordsHandler = handle(
  removeAlertWords,
  async ({ caller, transact }, { alert_words }) => ({
    alert_words: await transact((tx) => remove(tx, caller, alert_words)),
  }),
)
