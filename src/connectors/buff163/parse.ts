import { buffParsers } from '../families/buff.ts';

export const { parseGoods, parseSellOrder, parseBuyOrder, parseBill } = buffParsers({
  currency: 'CNY',
  pageOf: ({ id }) => `https://buff.163.com/goods/${id}?from=market#tab=selling`,
});
