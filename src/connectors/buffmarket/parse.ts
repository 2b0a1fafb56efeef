import { urlPart } from '../../contract/text.ts';
import { buffParsers } from '../families/buff.ts';

export const { parseGoods, parseSellOrder, parseBuyOrder, parseBill } = buffParsers({
  currency: 'USD',
  pageOf: ({ name }) => `https://buff.market/market/goods/cs2/${urlPart(name)}`,
});
