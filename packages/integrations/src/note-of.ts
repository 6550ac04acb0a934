import { UnusableRequest } from './integration.ts'

/** Makes a post of a topic and a text that a user of the service wrote. Says what is missing. */
export function noteOf(topic: unknown, content: unknown): { topic: string; content: string } {
  if (topic === undefined || topic === '') throw new UnusableRequest("Topic can't be empty")
  if (content === undefined || content === '') throw new UnusableRequest("Content can't be empty")
  if (typeof topic !== 'string' || typeof content !== 'string') throw new UnusableRequest('Malformed payload')
  return { topic, content }
}
