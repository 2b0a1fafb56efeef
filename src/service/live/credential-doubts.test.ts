import { describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import { credentialDoubts } from './credential-doubts.ts';

const doubts = (name: string) => credentialDoubts({ [name]: 'x' }, connectors);

describe('a name in the environment', () => {
  it.each([
    ['CSFLOAT_KYE', 'CSFLOAT_KEY'],
    ['CSFLOAT_API_KEY', 'CSFLOAT_KEY'],
    ['ITEMTAPE_CSFLOAT_TOKEN', 'CSFLOAT_KEY'],
    ['CSFLOAT_API_KEY_FILE', 'CSFLOAT_KEY'],
    ['BUFF163_COOKIE', 'BUFF163_SESSION'],
    ['SMTP_PASWORD', 'SMTP_PASSWORD'],
    ['CSFLOT_PROXY', 'CSFLOAT_PROXY'],
  ])('such as %s looks like the credential %s', (given, meant) => {
    expect(doubts(given)).toEqual([`${given} in the environment is not a credential; did you mean ${meant}?`]);
  });

  it.each([
    'CSFLOAT_KEY',
    'ITEMTAPE_CSFLOAT_KEY',
    'CSFLOAT_KEY_FILE',
    'CSFLOAT_PROXY',
    'HTTPS_PROXY',
    'GITHUB_TOKEN',
    'CSFLOAT_HOME',
    'PATH',
  ])('such as %s raises no doubt', (name) => {
    expect(doubts(name)).toEqual([]);
  });
});
