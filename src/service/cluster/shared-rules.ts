import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { errors, type NatsConnection } from '@nats-io/transport-node';
import type { RuleActions } from '../../alerts/rule-actions.ts';
import type { Transaction } from '../../holdings/transaction.ts';
import { variantNamed } from '../../schema/index.ts';
import { piecesOf } from './nats/pieces.ts';

type Action = keyof RuleActions;

type Call = { readonly action: Action; readonly given: readonly unknown[] };

type Answer = { readonly result: unknown } | { readonly error: { readonly name: string; readonly message: string } };

// A test of a rule waits ten seconds for its target
const answerMs = 15_000;
// Many times the text of all rules that a service can have
const maxUnpackedBytes = 64 * 2 ** 20;

const subjectOf = (name: string): string => `${name}.alerts.asked`;

/** The node that evaluates rules did not answer. */
class RulesAway extends Error {
  override readonly name = 'RulesAway';
}

/** Passes what is asked of rules to the node that writes the tape, which evaluates them. */
export function askForRules(connection: NatsConnection, name: string): RuleActions {
  const ask = async <Result>(action: Action, given: readonly unknown[]): Promise<Result> => {
    const answer = await answerTo(connection, subjectOf(name), { action, given });
    if ('result' in answer) return answer.result as Result;
    throw Object.assign(new Error(answer.error.message), { name: answer.error.name });
  };
  return {
    list: (...given) => ask('list', given),
    create: (...given) => ask('create', given),
    remove: (...given) => ask('remove', given),
    pause: (...given) => ask('pause', given),
    resume: (...given) => ask('resume', given),
    rotate: (...given) => ask('rotate', given),
    test: (...given) => ask('test', given),
    attempts: (...given) => ask('attempts', given),
    logged: (...given) => ask('logged', given),
    markRead: (...given) => ask('markRead', given),
    watchlist: (...given) => ask('watchlist', given),
    watch: (...given) => ask('watch', given),
    unwatch: (...given) => ask('unwatch', given),
    transactions: async (...given) => (await ask<Transaction[]>('transactions', given)).map(readBack),
    addTransactions: async (...given) => (await ask<Transaction[]>('addTransactions', given)).map(readBack),
    removeTransactions: (...given) => ask('removeTransactions', given),
  };
}

/** Gives an effect that came as text its number here. */
const readBack = (one: Transaction): Transaction => ({ ...one, variant: variantNamed(one.variant) });

async function answerTo(connection: NatsConnection, subject: string, call: Call): Promise<Answer> {
  const pieces: Uint8Array[] = [];
  let isWhole = false;
  try {
    const options = { strategy: 'sentinel' as const, maxWait: answerMs };
    for await (const { data } of await connection.requestMany(subject, deflateRawSync(JSON.stringify(call)), options)) {
      isWhole = data.length === 0;
      pieces.push(data);
    }
  } catch (error) {
    if (!(error instanceof errors.NoRespondersError || error instanceof errors.RequestError)) throw error;
    throw new RulesAway('no node writes the tape now, and that one evaluates the rules; try again in some seconds');
  }
  if (!isWhole)
    throw new RulesAway(
      'the node that evaluates the rules has not answered; list them to see whether it did what was asked',
    );
  return unpacked<Answer>(Buffer.concat(pieces));
}

const unpacked = <Sent>(bytes: Uint8Array): Sent =>
  JSON.parse(inflateRawSync(bytes, { maxOutputLength: maxUnpackedBytes }).toString()) as Sent;

/** Answers what other nodes pass on; the result stops that. */
export function answerForRules(connection: NatsConnection, name: string, actions: RuleActions): () => void {
  const answer = async ({ action, given }: Call): Promise<Answer> => {
    try {
      const act: (...given: readonly never[]) => unknown = actions[action];
      return { result: (await act.apply(actions, given as never[])) ?? null };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { error: { name: error.name, message: error.message } };
    }
  };
  const subscription = connection.subscribe(subjectOf(name), {
    callback: (error, message) => {
      if (error !== null) return;
      answer(unpacked<Call>(message.data)).then(
        (answered) => {
          for (const piece of piecesOf(deflateRawSync(JSON.stringify(answered)))) message.respond(piece);
          message.respond();
        },
        () => {},
      );
    },
  });
  return () => subscription.unsubscribe();
}
