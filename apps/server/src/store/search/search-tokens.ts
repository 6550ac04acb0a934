// No word begins with an underscore; the only other tokens that do have four characters.
export const channelToken = (id: number) => `___c${id}`
export const userToken = (id: number) => `___u${id}`
export const conversationToken = (id: number) => `___v${id}`
export const senderToken = (id: number) => `___s${id}`
// PostgreSQL's index has no order: messages are searched bucket by bucket, the newest first.
export const bucketSize = 32_768
export const bucketToken = (bucket: number) => `___b${bucket}`
