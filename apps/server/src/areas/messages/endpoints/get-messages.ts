import type { Answer } from '@tagma/contract/define.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { type Call, handle } from '#call/call.ts'
import { wantsLegacyEmojiType } from '#http/client-name.ts'
import { fetchMessages } from '../fetch/fetch-messages.ts'

export const getMessagesHandler = handle(getMessages, (call, args) => {
  const wanted = { ...args, wantsLegacyEmojiType: wantsLegacyEmojiType(call.userAgent) }
  return call.services.data.remembered.answer(call, `messages ${JSON.stringify(wanted)}`, () =>
    answer(call, wanted),
  )
})

async function answer(
  { caller, services, directory }: Call,
  args: Parameters<typeof fetchMessages>[3],
): Promise<Answer<typeof getMessages>> {
  const { anchor, messages, foundAnchor, foundNewest, foundOldest } = await fetchMessages(
    services,
    directory,
    caller,
    args,
  )
  return {
    ...(anchor === undefined ? {} : { anchor }),
    found_anchor: foundAnchor,
    found_newest: foundNewest,
    found_oldest: foundOldest,
    history_limited: false,
    messages,
  }
}
