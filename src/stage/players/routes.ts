import { isObject } from '../../schema/index.ts';
import type { World } from '../market/world.ts';
import type { Player, StageReply, StageRequest } from '../player.ts';

export type Route = {
  readonly method: 'GET' | 'POST';
  /** Matched against the raw path; captured groups are passed on percent-decoded. */
  readonly path: RegExp;
  readonly answer: (request: StageRequest, world: World, parts: readonly string[]) => StageReply | null;
};

/** Makes an answer one for admitted requests only, such as those with a key; others get the refusal. */
export const onlyFor =
  (isAdmitted: (request: StageRequest) => boolean, refusal: StageReply) =>
  (answer: Route['answer']): Route['answer'] =>
  (request, world, parts) =>
    isAdmitted(request) ? answer(request, world, parts) : refusal;

/** Percent-decodes a text; malformed text is returned unchanged. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Answers with the first matching route; unmatched requests are not found. */
export const answerBy =
  (routes: readonly Route[]): Player['answer'] =>
  (request, world) => {
    for (const route of routes) {
      const match = request.method === route.method ? route.path.exec(request.path) : null;
      if (match !== null)
        return route.answer(
          request,
          world,
          match.slice(1).map((part) => decoded(part ?? '')),
        );
    }
    return null;
  };

/** A whole number from a query, or the fallback when it is missing or no such number. */
export const wholeNumber = (text: string | null, fallback: number): number =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : fallback;

/** The object in a JSON body; anything else counts as an empty object. */
export const bodyObject = (body: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
};
