import React, { memo, useCallback, useState } from 'react';
import PropTypes from 'prop-types';
import * as api from '../api';
import './cart.css';

export const CartContext = React.createContext(null);

/** One row of the cart. */
const Row = memo(function Row({ line, onRemove }) {
  return (
    <li className="row">
      <Price value={line.price} />
      <button onClick={() => onRemove(line.id)}>x</button>
    </li>
  );
});

export default function Cart({ id, children }) {
  const [lines, setLines] = useState([]);
  const remove = useCallback((key) => {
    setLines((old) => old.filter((l) => l.id !== key));
  }, []);

  return (
    <CartContext.Provider value={lines}>
      {lines.map((line) => <Row key={line.id} line={line} onRemove={remove} />)}
      <>{children}</>
    </CartContext.Provider>
  );
}

Cart.propTypes = { id: PropTypes.string.isRequired };

export class Legacy extends React.Component {
  static defaultProps = { id: '0' };
  state = { open: false };

  toggle = () => this.setState({ open: !this.state.open });

  componentDidMount() { api.load(this.props.id).then(this.toggle); }

  render() { return this.state.open ? <Cart {...this.props} /> : null; }
}

export const withCart = (Inner) => (props) => <Inner {...props} cart={useCart()} />;
