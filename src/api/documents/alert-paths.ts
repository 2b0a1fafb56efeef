import Type, { type TSchema } from 'typebox';
import { WireAlertAttempt, WireAlertRule, WireAlertTest, WireAlertWish, WireNewAlertRule } from '../wire/tape/alert.ts';

export type AlertPath = {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: `/tape/alerts${string}`;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** Which rule is meant, as a parameter. */
  readonly isOfRule?: true;
  readonly body?: TSchema;
  readonly status: 200 | 201 | 204;
  /** Null where nothing is answered. */
  readonly answer: TSchema | null;
};

/** Rules and what they raise. */
export const alertPaths: readonly AlertPath[] = [
  {
    method: 'get',
    path: '/tape/alerts',
    id: 'listAlerts',
    summary: 'The rules of this key',
    description: 'Oldest first; the operator is shown those of all keys. What is secret of a target is not shown.',
    status: 200,
    answer: Type.Array(WireAlertRule),
  },
  {
    method: 'post',
    path: '/tape/alerts',
    id: 'createAlert',
    summary: 'Makes a rule that tells a target when something happens',
    description:
      'A rule waits for changes that the stream tells (`stream`), for a figure of items to pass a bound (`figure`) or for deals (`deal`), and posts to a webhook signed as Standard Webhooks has it, to Discord, Slack, Telegram or ntfy, or writes to a mailbox. Alerts of a rule about the same item arrive in order; what fails is tried again for a day. Targets have public addresses, unless the operator allows others; redirects are not followed.',
    body: WireAlertWish,
    status: 201,
    answer: WireNewAlertRule,
  },
  {
    method: 'delete',
    path: '/tape/alerts',
    id: 'deleteAlert',
    summary: 'Deletes a rule with what it has on its way',
    description: 'Nothing is sent for it any more.',
    isOfRule: true,
    status: 204,
    answer: null,
  },
  {
    method: 'post',
    path: '/tape/alerts/test',
    id: 'testAlert',
    summary: 'Sends a test to the target of a rule',
    description: 'At once and past everything that waits; the answer says what came of it.',
    isOfRule: true,
    status: 200,
    answer: WireAlertTest,
  },
  {
    method: 'post',
    path: '/tape/alerts/pause',
    id: 'pauseAlert',
    summary: 'Lets a rule look for nothing until it is resumed',
    description: 'What it has on its way still goes out. A rule that is paused already stays so.',
    isOfRule: true,
    status: 200,
    answer: WireAlertRule,
  },
  {
    method: 'post',
    path: '/tape/alerts/resume',
    id: 'resumeAlert',
    summary: 'Lets a rule look again',
    description: 'At what is told from now on; figures and deals are looked at as they stand.',
    isOfRule: true,
    status: 200,
    answer: WireAlertRule,
  },
  {
    method: 'get',
    path: '/tape/alerts/deliveries',
    id: 'listAlertDeliveries',
    summary: 'The last attempts to bring alerts of a rule to its target',
    description: 'Newest first, 50 at most.',
    isOfRule: true,
    status: 200,
    answer: Type.Array(WireAlertAttempt),
  },
];
