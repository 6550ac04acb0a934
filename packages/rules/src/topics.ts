import type { Person, RuledChannel, RuledOrganization } from './organization.ts'

/** Prefix of a resolved topic's name. */
export const resolvedPrefix = '✔ '

/** Removes the mark of a resolved topic, however often it is there. */
export const withoutResolved = (topic: string) => topic.replace(/^(✔\s*)+/u, '')

export const isResolved = (topic: string) => topic.startsWith(resolvedPrefix)

/** Tells whether two topics differ only in being resolved. */
export const onlyResolves = (from: string, to: string) =>
  isResolved(from) !== isResolved(to) && withoutResolved(from) === withoutResolved(to)

/** Returns why a topic cannot be used in a channel, or undefined. */
export function topicProblem(
  directory: RuledOrganization,
  channel: RuledChannel,
  topic: string,
): string | undefined {
  const policy =
    channel.topicsPolicy === 'inherit' ? directory.organization.settings.topics_policy : channel.topicsPolicy
  if (topic === '' && policy === 'disable_empty_topic') return 'Topics are required in this organization.'
  if (topic !== '' && policy === 'empty_topic_only') return 'Only the empty topic is allowed in this channel.'
  return undefined
}

/** Tells whether a user who may post in a channel may start a topic there. */
export const mayCreateTopic = (directory: RuledOrganization, user: Person, channel: RuledChannel): boolean =>
  directory.isIn(user, channel.settings.can_create_topic_group)
