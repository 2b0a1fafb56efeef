import type { ComponentChildren } from 'preact';
import { Fragment } from 'preact';
import { type Parts, type Plain, translateInParts } from '../text/translate.ts';

type Props<Text extends Plain> = {
  readonly phrase: Text;
  /** Elements or strings by placeholder. */
  readonly parts: Parts<Text, ComponentChildren>[0];
};

/** A phrase with elements in it. */
export function Translated<Text extends Plain>({ phrase, parts }: Props<Text>) {
  const pieces = translateInParts(phrase, (parts ?? {}) as Readonly<Record<string, ComponentChildren>>);
  return (
    <>
      {pieces.map((piece, at) => (
        <Fragment key={at}>{piece}</Fragment>
      ))}
    </>
  );
}
